// What keeps machines away from the booking form: a signed form, a honeypot, three seconds, limits. A signal makes the booking a request that a
// person looks at; nothing is dropped.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Sql } from "#server/platform/database/sql.ts";
import { createProofOfWork, type ProofOfWork } from "#server/platform/forms/proof-of-work.ts";
import { createRateLimits, networksOf, type RateLimits } from "#server/platform/forms/rate-limits.ts";

export type BookingSignal = "token" | "trap" | "fast" | "network" | "address" | "site" | "proof";

export interface BookingGuard {
  limits: RateLimits;
  proofs: ProofOfWork;
  /** For a form that is shown: says which submission it is and when it was shown. */
  sign(submission: string, page: string): string;
  signals(sent: {
    submission: string;
    page: string;
    token: string;
    trap: string;
    proof: string;
    email: string;
    clientAddress: string;
  }): Promise<BookingSignal[]>;
  /** Of a network, by which reservations are counted; says nothing about it. */
  networkKey(clientAddress: string): string;
}

const leastSeconds = 3;
const tokenHours = 24;

export async function openGuard(sql: Sql, now: () => Date): Promise<BookingGuard> {
  const [row] = await sql<{ secret: Buffer }[]>`select secret from private.form_secret`;
  const secret = row!.secret;
  const limits = createRateLimits({ sql, now, form: "bookings", key: secret });
  const proofs = createProofOfWork(secret, now);
  const hmac = (...parts: (string | number)[]) =>
    createHmac("sha256", secret).update(JSON.stringify(parts)).digest("base64url");
  const seal = (submission: string, page: string, time: number) => hmac("booking form", submission, page, time);

  /** When the form was shown, or null for a token that is not ours. */
  function shownAt(token: string, submission: string, page: string): number | null {
    const [, time, given] = /^(\d{13})\.([\w-]{43})$/.exec(token) ?? [];
    if (time === undefined || given === undefined) return null;
    const isOurs = timingSafeEqual(Buffer.from(given), Buffer.from(seal(submission, page, Number(time))));
    return isOurs && Number(time) <= now().getTime() ? Number(time) : null;
  }

  return {
    limits,
    proofs,
    sign: (submission, page) => `${now().getTime()}.${seal(submission, page, now().getTime())}`,
    async signals({ submission, page, token, trap, proof, email, clientAddress }) {
      const signals: BookingSignal[] = [];
      const at = shownAt(token, submission, page);
      if (at === null || now().getTime() - at > tokenHours * 3_600_000) signals.push("token");
      else if (now().getTime() - at < leastSeconds * 1000) signals.push("fast");
      if (trap !== "") signals.push("trap");
      // Past a limit a booking is a request, whatever was proved: work slows, and lifts no limit.
      const { free } = await limits.take(clientAddress);
      const past = [...free, ...((await limits.takeAddress(email)) ? (["address"] as const) : [])];
      signals.push(...past);
      // Asked last: it costs us most to check.
      if (past.length > 0 && !(await proofs.isSolved(proof, submission))) signals.push("proof");
      return signals;
    },
    networkKey: (clientAddress) => hmac("booking network", networksOf(clientAddress)[0]?.name ?? ""),
  };
}
