// For browsers without JavaScript, in place of a proof of work: a question that a person answers in a moment. It belongs to one submission.
// It keeps simple machines away and slows others; what it lets through is counted like everything else.
import { createHmac, randomInt, timingSafeEqual } from "node:crypto";

export interface Question {
  text: string;
  /** Comes back with the answer. */
  sealed: string;
}

const numbers = ["two", "three", "four", "five", "six", "seven", "eight", "nine"] as const;
const teens = [
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
] as const;
const lifeMinutes = 60;

export function createQuestions(secret: Uint8Array, now: () => Date) {
  const seal = (submission: string, time: number, answer: number) =>
    createHmac("sha256", secret)
      .update(JSON.stringify(["plain question", submission, time, answer]))
      .digest("base64url");
  /** In digits or as a word. */
  function numberOf(typed: string): number {
    const word = typed.trim().toLowerCase().replace(/\.$/, "");
    if (/^\d{1,2}$/.test(word)) return Number(word);
    const small = numbers.findIndex((name) => name === word);
    const teen = teens.findIndex((name) => name === word);
    return small >= 0 ? small + 2 : teen >= 0 ? teen + 10 : -1;
  }
  return {
    ask(submission: string): Question {
      const [one, other] = [randomInt(numbers.length), randomInt(numbers.length)];
      const time = now().getTime();
      const text = `How much is ${numbers[one]} plus ${numbers[other]}?`;
      return { text, sealed: `${time}.${seal(submission, time, one + other + 4)}` };
    },
    isAnswered({ question, answer }: { question: unknown; answer: unknown }, submission: string): boolean {
      const [, time, given] = /^(\d{13})\.([\w-]{43})$/.exec(typeof question === "string" ? question : "") ?? [];
      if (time === undefined || given === undefined || typeof answer !== "string") return false;
      const age = now().getTime() - Number(time);
      if (age < 0 || age > lifeMinutes * 60_000) return false;
      return timingSafeEqual(Buffer.from(given), Buffer.from(seal(submission, Number(time), numberOf(answer))));
    },
  };
}
