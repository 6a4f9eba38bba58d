// No number is ever stored or called; its form is checked so that the answer is the one Supabase gives.
import { badRequest } from "./auth-error.ts";

export function requirePhoneNumber(value: string): void {
  if (!/^[1-9]\d{1,14}$/.test(value.replace(/[\s+]/g, ""))) {
    throw badRequest("Invalid phone number format (E.164 required)");
  }
}
