import { messageOf } from "./request-error.ts";

/** What can be shown when a passkey or security key was not used. Browsers say it in words for programmers. */
export function passkeyMessage(error: unknown): string {
  const given = error as { name?: string; code?: string; cause?: { name?: string } };
  const names = [given.name, given.cause?.name, given.code];
  const message = messageOf(error);
  if (
    names.includes("NotAllowedError") ||
    names.includes("AbortError") ||
    /timed out or was not allowed/i.test(message)
  )
    return "It was cancelled, or it took too long. Try again.";
  if (names.includes("InvalidStateError") || /previously registered|already registered/i.test(message))
    return "This device is registered already.";
  return message;
}
