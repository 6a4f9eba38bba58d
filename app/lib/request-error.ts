// One shape for what a data request can fail with: PostgREST's error object, with the status of the answer.
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(message: string, status: number, code = "") {
    super(message);
    this.name = "RequestError";
    this.status = status;
    this.code = code;
  }
}

interface Answer<T> {
  data: T;
  error: { message: string; code?: string } | null;
  status: number;
}

const offline = "No connection to the server. Try again when it is back.";
const isNetworkFailure = (message: string) => /failed to fetch|networkerror|load failed|fetch failed/i.test(message);

/** The data of an answer, or a RequestError whose message can be shown. */
export function unwrap<T>(answer: Answer<T>): NonNullable<T> {
  if (answer.error) {
    const { message, code } = answer.error;
    const lost = answer.status === 0 || isNetworkFailure(message);
    throw new RequestError(lost ? offline : message, answer.status, code);
  }
  return answer.data as NonNullable<T>;
}

/** A 4xx says the same however often one asks; a lost connection or a busy server may not. */
export const isWorthRetrying = (error: unknown) =>
  !(error instanceof RequestError) || error.status === 0 || error.status >= 500 || [408, 429].includes(error.status);

export const isSignedOutError = (error: unknown) => error instanceof RequestError && error.status === 401;

/** What can be shown of any failure. A browser's own words for a lost connection ("Failed to fetch") tell nobody what to do. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return isNetworkFailure(message) ? offline : message;
}
