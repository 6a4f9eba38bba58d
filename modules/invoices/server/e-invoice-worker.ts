// The thread that writes the XML of one e-invoice and ends.
import { parentPort, workerData } from "node:worker_threads";
import { type Invoice, InvoiceService } from "@e-invoice-eu/core";

const { invoice, format, lang } = workerData as { invoice: Invoice; format: string; lang: string };
const silent = { log: () => {}, warn: () => {}, error: () => {}, info: () => {}, debug: () => {} };
try {
  const made = await new InvoiceService(silent as never).generate(invoice, { format, lang, noWarnings: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
  parentPort?.postMessage({ xml: typeof made === "string" ? made : new TextDecoder().decode(made) });
} catch (error) {
  const { message, errors } = error as Error & { errors?: { instancePath: string; message: string }[] };
  const detail = errors?.map((each) => `${each.instancePath} ${each.message}`).join("; ");
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
  parentPort?.postMessage({ error: `The e-invoice is not valid: ${detail ?? message}`.slice(0, 400) });
}
