import { randomInt } from "node:crypto";

/** Twenty characters that no one confuses when reading them aloud: about 98 bits. */
export function newPassword(): string {
  const letters = "abcdefghijkmnpqrstuvwxyz23456789";
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}
