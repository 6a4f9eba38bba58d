// The thread that writes the XML of one e-invoice and ends.
import { parentPort, workerData } from "node:worker_threads";
import { writeXml } from "./e-invoice-xml.ts";

try {
  const xml = await writeXml(workerData as { invoice: object; format: string });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
  parentPort?.postMessage({ xml });
} catch (error) {
  const { message, errors } = error as Error & { errors?: { instancePath: string; message: string }[] };
  const detail = errors?.map((each) => `${each.instancePath} ${each.message}`).join("; ");
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of our own, not a window
  parentPort?.postMessage({ error: `The e-invoice is not valid: ${detail ?? message}`.slice(0, 400) });
}
