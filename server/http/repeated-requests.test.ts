import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rememberRepeated } from "./repeated-requests.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 10_000 });
});
afterEach(() => {
  vi.runAllTimers(); // The turn ends, and its time is forgotten.
  vi.useRealTimers();
});

function counted(answer: (text: string) => string | undefined = (text) => `reply to ${text}`) {
  const read: string[] = [];
  const reply = rememberRepeated((bytes) => {
    read.push(bytes.toString());
    return answer(bytes.toString());
  });
  return { read, reply: (text: string) => reply(Buffer.from(text)) };
}

test("the same bytes are read once in a second, other bytes by themselves", () => {
  const { read, reply } = counted();
  expect(["a", "a", "b", "a", "b"].map(reply)).toEqual(["a", "a", "b", "a", "b"].map((text) => `reply to ${text}`));
  expect(read).toEqual(["a", "b"]);
});

test("a new second reads anew, so that the Date header is true", () => {
  const { read, reply } = counted();
  reply("a");
  vi.advanceTimersByTime(999);
  reply("a");
  expect(read).toHaveLength(1);
  vi.advanceTimersByTime(1);
  reply("a");
  expect(read).toHaveLength(2);
});

test("what is left to others is not remembered", () => {
  const { read, reply } = counted(() => undefined);
  expect([reply("a"), reply("a")]).toEqual([undefined, undefined]);
  expect(read).toHaveLength(2);
});

test("made-up requests do not fill the memory", () => {
  const { read, reply } = counted();
  for (let turn = 0; turn < 2; turn++) for (let i = 0; i < 600; i++) reply(`request ${i}`);
  expect(read).toHaveLength(600 + 100);
  const long = "x".repeat(3000);
  reply(long);
  reply(long);
  expect(read.filter((text) => text === long)).toHaveLength(2);
});
