// What operators want to know about a running deployment: database, messages that wait, room on the disk, the way to it.
import type { Env } from "../env.ts";
import type { AddressSource } from "../http/client-address.ts";
import { type DiskFigures, diskFigures } from "../platform/operations/disk-figures.ts";
import type { OutboxFigures } from "../platform/operations/outbox-figures.ts";

export interface OperatorReport {
  database: { answers: boolean; ms: number };
  /** The figures are null when the database cannot tell them. */
  mail: { provider: "postmark" | "smtp" | "outbox"; outbox: OutboxFigures | null };
  disk: DiskFigures;
  /** How this very request came: through a proxy that names its clients, or not. */
  request?: { address: AddressSource };
}

export const mailProvider = (
  env: Pick<Env, "POSTMARK_SERVER_TOKEN" | "SMTP_URL">,
): OperatorReport["mail"]["provider"] => (env.POSTMARK_SERVER_TOKEN ? "postmark" : env.SMTP_URL ? "smtp" : "outbox");

interface Asked {
  answers(): Promise<boolean>;
  outbox?: (() => Promise<OutboxFigures>) | undefined;
  addressSource?: AddressSource | undefined;
}

export async function operatorReport(
  env: Pick<Env, "DATA_DIR" | "DISK_RESERVE_MB" | "POSTMARK_SERVER_TOKEN" | "SMTP_URL">,
  { answers, outbox, addressSource }: Asked,
): Promise<OperatorReport> {
  const started = performance.now();
  const ok = await answers();
  const ms = Math.round(performance.now() - started);
  const [figures, disk] = await Promise.all([ok ? outbox?.().catch(() => null) : null, diskFigures(env)]);
  return {
    database: { answers: ok, ms },
    mail: { provider: mailProvider(env), outbox: figures ?? null },
    disk,
    ...(addressSource && { request: { address: addressSource } }),
  };
}
