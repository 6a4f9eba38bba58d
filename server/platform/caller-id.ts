// Who asks, behind requireMay: the token has been verified by then, so its subject is only read here.
import { decodeJwt } from "jose";

export function callerId(headers: Headers): string | null {
  try {
    return decodeJwt((headers.get("authorization") ?? "").replace(/^Bearer\s+/i, "")).sub ?? null;
  } catch {
    return null;
  }
}
