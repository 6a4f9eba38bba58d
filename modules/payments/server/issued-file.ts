// The file of an invoice as it was issued, for the page of its request and the client's area.
import { contentDisposition } from "#server/platform/safe-text.ts";
import type { Storage } from "#server/platform/storage/storage.ts";
import type { PaymentFacts } from "./pay-page.ts";

export async function issuedFile(
  storage: Storage,
  facts: PaymentFacts | null,
  kind: "pdf" | "xml",
): Promise<Response | null> {
  const file = facts?.files?.find((each) => each.kind === kind);
  if (!file) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of await storage.read(file.file_id)) pieces.push(piece as Uint8Array);
  return new Response(Buffer.concat(pieces), {
    headers: {
      "Content-Type": kind === "pdf" ? "application/pdf" : "application/xml",
      "Content-Disposition": contentDisposition("attachment", `${facts?.invoice?.number ?? facts?.number}.${kind}`),
    },
  });
}
