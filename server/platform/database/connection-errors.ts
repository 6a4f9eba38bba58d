// Which errors are about the way to PostgreSQL and not about the statement. The driver says some of them in words only.

const lostInWords = new Set([
  "Connection terminated",
  "Connection terminated unexpectedly",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
]);
const neverMadeInWords = new Set([
  "timeout expired",
  "timeout exceeded when trying to connect",
  "Connection terminated due to connection timeout",
  "Cannot use a pool after calling end on the pool",
]);

const lostCodes = new Set(["ECONNRESET", "EPIPE", "57P01"]);
const awayCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "53300", // too many connections
  "57P02", // the database crashed
  "57P03", // the database is starting
]);

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
};

/** Closed under our hands, or by an administrator; not refused, which would be so again. */
export function isConnectionLost(error: unknown): boolean {
  return lostCodes.has(codeOf(error)) || (error instanceof Error && lostInWords.has(error.message));
}

/** An attempt at several addresses says nothing itself; each of them says why. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

/** Whether an error means "the database is away for a moment" (answer 503) and not "the request is wrong". */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error);
  if (isConnectionLost(error) || awayCodes.has(code) || code.startsWith("08")) return true;
  // The socket of a server that does not run is not there; any other missing file is not about the database.
  if (code === "ENOENT" && (error as NodeJS.ErrnoException).syscall === "connect") return true;
  return error instanceof Error && neverMadeInWords.has(error.message);
}

/** The same for errors that a sentence for operators was put around. */
export const isAwayUnderneath = (error: unknown): boolean =>
  isDatabaseAway(error) || (error instanceof Error && error.cause !== undefined && isAwayUnderneath(error.cause));

/** PostgreSQL itself has no connection left to give. */
export const isOutOfConnections = (error: unknown): boolean => codeOf(error) === "53300";

/** The connection was gone before anything was answered on it. Most likely it was so before it was asked; a read may be asked again. */
export class StaleConnection extends Error {
  constructor(cause: unknown) {
    super("The connection was gone", { cause });
  }
}
