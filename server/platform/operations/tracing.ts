// Spans around requests, statements and messages that leave. Off unless the standard OTEL_* variables ask for traces; only then
// anything of OpenTelemetry is loaded (open-telemetry.ts).
import { OperatorError } from "../database/operator-error.ts";

export type Attributes = Record<string, string | number>;

/** Told when it is known how the work ended. */
export interface Span {
  rename(name: string): void;
  set(attributes: Attributes): void;
  end(failed: boolean): void;
}

export interface Tracing {
  /** A request of somebody else, who may have named the trace it belongs to. */
  request<T>(name: string, headers: Record<string, string | string[] | undefined>, work: (span: Span) => T): T;
  /** What we ask of others, or do by ourselves. */
  step<T>(kind: "client" | "internal", name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** Sends what is left. */
  close(): Promise<void>;
}

let active: Tracing | null = null;

const asked = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];

export function wantsTraces(variables: Record<string, string | undefined>): boolean {
  if (variables.OTEL_SDK_DISABLED?.toLowerCase() === "true") return false;
  const exporter = variables.OTEL_TRACES_EXPORTER?.trim();
  if (exporter === "none") return false;
  if (exporter && exporter !== "otlp")
    throw new OperatorError(`OTEL_TRACES_EXPORTER is ${exporter}: this server sends traces by otlp, or none.`);
  return exporter === "otlp" || asked.some((name) => variables[name]);
}

export async function startTracing(variables: Record<string, string | undefined>): Promise<void> {
  if (!wantsTraces(variables)) return;
  const { openTelemetry } = await import("./open-telemetry.ts").catch((error: unknown) => {
    throw new OperatorError("OTEL_* asks for traces, but the @opentelemetry packages are not installed: npm install", {
      cause: error,
    });
  });
  active = openTelemetry();
}

/** A collector that is away keeps no one from leaving. */
const maxFarewellMs = 3000;

export async function stopTracing(): Promise<void> {
  const closing = active;
  active = null;
  const sent = closing?.close().catch(() => undefined);
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, maxFarewellMs).unref())]);
}

const silent: Span = { rename: () => {}, set: () => {}, end: () => {} };

export const traceRequest: Tracing["request"] = (name, headers, work) =>
  active ? active.request(name, headers, work) : work(silent);

export const traceStep: Tracing["step"] = (kind, name, attributes, work) =>
  active ? active.step(kind, name, attributes, work) : work();

/** For attributes that take time to make. */
export const isTracing = (): boolean => active !== null;
