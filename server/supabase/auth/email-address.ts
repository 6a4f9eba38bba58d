import { AuthError, badRequest } from "./auth-error.ts";

// Deliberately plain: one @, no spaces or control characters, a dotted or local domain. Nothing here can end a mail header.
const shape = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/iu;

export function readEmail(value: string): string {
  const email = value.trim().toLowerCase();
  if (email === "") throw badRequest("An email address is required");
  if (email.length > 255) throw badRequest("An email address is too long");
  if (!shape.test(email) || email.includes("..")) {
    throw new AuthError(400, "validation_failed", "Unable to validate email address: invalid format");
  }
  return email;
}
