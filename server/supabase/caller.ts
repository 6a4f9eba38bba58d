// Who makes a request, as far as the database is concerned. `auth` finds it out; `rest` and `api` act on it.
export interface Caller {
  role: "anon" | "authenticated" | "service_role";
  /** The token's claims, passed to PostgreSQL as request.jwt.claims. */
  claims: Record<string, unknown>;
  userId: string | null;
  sessionId: string | null;
  /** Throws CallerRefused once the session has ended. With `sessionLater` nobody has asked yet. */
  demandSession?: () => Promise<void>;
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

export const sessionEnded = () => new CallerRefused(401, "session_not_found", "This session has ended");

/** What identifying and answering need of a request's headers. */
export interface SentHeaders {
  get(name: string): string | null;
  has(name: string): boolean;
  forEach(visit: (value: string, name: string) => void): void;
  /** The token they carry, once it was looked for. */
  bearer?: string | null;
}

/**
 * Reads `apikey` and `Authorization`; throws CallerRefused. With `sessionLater` the caller's session is not looked up
 * yet: whoever asks for that must call `demandSession`, or run a statement that looks itself.
 */
export type IdentifyCaller = (headers: SentHeaders, options?: { sessionLater: boolean }) => Promise<Caller>;
