// Work that a browser does when many messages come: a second for a visitor, much for anyone who sends thousands. A challenge
// belongs to one submission, and one submission is one inquiry: solved once, it is worth nothing for another.
import { randomInt } from "node:crypto";
import { type Challenge, createChallenge, type Solution, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";

const lifeMinutes = 20;
const cost = 1000;
const counters = [1000, 3000] as const;

export interface ProofOfWork {
  challenge(submission: string): Promise<Challenge>;
  /** `proof` is base64 of {"challenge", "solution"}. */
  isSolved(proof: string, submission: string): Promise<boolean>;
}

export function createProofOfWork(secret: Uint8Array, now: () => Date): ProofOfWork {
  const hex = Buffer.from(secret).toString("hex");
  const secrets = { hmacSignatureSecret: `challenge ${hex}`, hmacKeySignatureSecret: `key ${hex}` };
  return {
    challenge: (submission) =>
      createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost,
        counter: randomInt(...counters),
        data: { submission },
        deriveKey,
        expiresAt: new Date(now().getTime() + lifeMinutes * 60_000),
        ...secrets,
      }),
    async isSolved(proof, submission) {
      const sent = decode(proof);
      if (!sent || sent.challenge.parameters.data?.submission !== submission) return false;
      try {
        return (await verifySolution({ ...sent, deriveKey, ...secrets })).verified;
      } catch {
        return false;
      }
    },
  };
}

function decode(proof: string): { challenge: Challenge; solution: Solution } | null {
  try {
    const sent = JSON.parse(Buffer.from(proof, "base64").toString("utf8")) as {
      challenge?: Challenge;
      solution?: Solution;
    };
    return sent.challenge?.parameters && sent.solution ? { challenge: sent.challenge, solution: sent.solution } : null;
  } catch {
    return null;
  }
}
