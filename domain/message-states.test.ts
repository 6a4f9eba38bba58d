import { expect, test } from "vitest";
import { hasLeft, mayStillLeave, messageSentence, messageWords, type MessageState } from "./message-states.ts";

test("only what left is told as sent, and SAFE is named where it holds a message", () => {
  for (const state of Object.keys(messageWords) as MessageState[]) {
    const words = messageSentence({ state, held_by_safe: false });
    expect(/^(Sent|Delivered)/.test(words), state).toBe(hasLeft(state));
    expect(hasLeft(state) && mayStillLeave(state)).toBe(false);
  }
  expect(messageSentence({ state: "held", held_by_safe: true })).toBe("Written, not sent: held by SAFE");
  expect(messageSentence({ state: "held", held_by_safe: false })).toBe("Written, not sent: held for release");
});
