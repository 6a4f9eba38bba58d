// One shape for what a data request can fail with: PostgREST's error object, with the status of the answer.
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  /** What the database adds to its refusal, such as how a record stands now. */
  readonly details: string | null;
  /** What the server's log calls the request, when the fault is the server's. */
  readonly requestId: string | null;
  constructor(
    message: string,
    status: number,
    code = "",
    details: string | null = null,
    requestId: string | null = null,
  ) {
    super(message);
    this.requestId = requestId;
    this.name = "RequestError";
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

interface Answer<T> {
  data: T;
  error: { message: string; code?: string; details?: string | null; hint?: string | null } | null;
  status: number;
}

const offline = "No connection to the server. Try again when it is back.";
const isNetworkFailure = (message: string) => /failed to fetch|networkerror|load failed|fetch failed/i.test(message);

/** What the database means by some of its refusals, whose own words name keys and constraints. */
function inWords({ message, code, details }: { message: string; code?: string; details?: string | null }): string {
  if (code === "23503")
    return details?.includes("still referenced")
      ? "Other records still refer to this one. Delete or change those first."
      : "A record that this one refers to no longer exists. Choose another.";
  if (code === "22P02") return "The address or a value in it cannot be read.";
  if (code === "57014") return "The database took too long to answer. Try again, or ask for less at once.";
  return message;
}

/** The data of an answer, or a RequestError whose message can be shown. */
export function unwrap<T>(answer: Answer<T>): NonNullable<T> {
  if (answer.error) {
    const { message, code, details, hint } = answer.error;
    const [, requestId = null] = /^Request id: (\S+)$/.exec(hint ?? "") ?? [];
    const lost = answer.status === 0 || isNetworkFailure(message);
    throw new RequestError(lost ? offline : inWords(answer.error), answer.status, code, details ?? null, requestId);
  }
  return answer.data as NonNullable<T>;
}

/** The page where what is missing can be set, where the database names one: "page:/admin/settings?tab=deals". */
export const remedyOf = (error: unknown): string | null =>
  error instanceof RequestError ? (/^page:(\/admin\/[\w/?=&-]*)$/.exec(error.details ?? "")?.[1] ?? null) : null;

/** A 4xx says the same however often one asks; a lost connection or a busy server may not. */
export const isWorthRetrying = (error: unknown) =>
  !(error instanceof RequestError) || error.status === 0 || error.status >= 500 || [408, 429].includes(error.status);

export const isSignedOutError = (error: unknown) => error instanceof RequestError && error.status === 401;

/** What can be shown of any failure. A browser's own words for a lost connection ("Failed to fetch") tell no one what to do. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (isNetworkFailure(message)) return offline;
  return error instanceof RequestError && error.requestId ? `${message} (request id ${error.requestId})` : message;
}
