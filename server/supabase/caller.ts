// Who makes a request, as far as the database is concerned. `auth` finds it out; `rest` and `api` act on it.
export interface Caller {
  role: "anon" | "authenticated" | "service_role";
  /** The token's claims, passed to PostgreSQL as request.jwt.claims. */
  claims: Record<string, unknown>;
  userId: string | null;
  sessionId: string | null;
}

/** Refused before any role is known: bad key, bad or expired token, ended session. */
export class CallerRefused extends Error {
  readonly status: 401 | 403;
  readonly code: string;
  constructor(status: 401 | 403, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Reads `apikey` and `Authorization`; throws CallerRefused. */
export type IdentifyCaller = (headers: Headers) => Promise<Caller>;
