import { timingSafeEqual } from "node:crypto";

/** Compares secrets in a time that tells nothing but how long they are. */
export function equalInConstantTime(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  // In bytes: as many letters may be more of them.
  return one.length === other.length && timingSafeEqual(one, other);
}
