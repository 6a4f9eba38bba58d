// What a PDF says about itself: the hash of the text inside, the answer, and the chain of entries up to it. Needs no database.
import { createHash } from "node:crypto";
import { embeddedFiles } from "#server/platform/pdf/embed-files.ts";
import type { ChainEntry } from "./proposal-pdf.ts";

export interface Check {
  what: string;
  ok: boolean;
  stored: string | null;
  computed: string | null;
  differs?: string[];
}

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");
const read = (text: string | undefined): Record<string, unknown> => {
  try {
    return JSON.parse(text ?? "{}") as Record<string, unknown>;
  } catch {
    return {};
  }
};

export function verifyPdf(pdf: Uint8Array): Check[] {
  const files = embeddedFiles(pdf);
  const content = files.get("proposal.json");
  if (content === undefined)
    return [{ what: "the PDF has a proposal inside (proposal.json)", ok: false, stored: null, computed: null }];
  const hash = sha256(content);
  const totals = read(content).totals as
    | { lines?: { counted: boolean; net_minor: number; tax_minor: number }[]; total_minor?: number }
    | undefined;
  const sum = (totals?.lines ?? [])
    .filter(({ counted }) => counted)
    .reduce((all, { net_minor: net, tax_minor: tax }) => all + net + tax, 0);
  const checks: Check[] = [
    {
      what: "PDF: the lines add up to the total",
      ok: sum === totals?.total_minor,
      stored: String(totals?.total_minor),
      computed: String(sum),
    },
  ];
  const decision = files.get("decision.json");
  if (decision === undefined)
    return [...checks, { what: `PDF: hash of the text ${hash}`, ok: true, stored: hash, computed: hash }];

  const answer = read(decision) as { content_sha256?: string; kind?: string };
  checks.push({
    what: "PDF: what was answered is what is inside",
    ok: answer.content_sha256 === hash,
    stored: answer.content_sha256 ?? null,
    computed: hash,
  });
  let chain: ChainEntry[] = [];
  try {
    chain = JSON.parse(files.get("events.json") ?? "[]") as ChainEntry[];
  } catch {
    // Told below: an empty chain does not hold.
  }
  let before = "0".repeat(64);
  const broken = chain.find((entry, place) => {
    const told = read(entry.text) as { no?: number; kind?: string; at?: string };
    const holds =
      entry.no === place + 1 &&
      entry.prev_hash === before &&
      sha256(`${entry.prev_hash}\n${entry.text}`) === entry.hash &&
      told.no === entry.no &&
      told.kind === entry.kind &&
      told.at === entry.at;
    before = entry.hash;
    return !holds;
  });
  checks.push({
    what: `PDF: chain of ${chain.length} entries${broken ? `, entry ${broken.no}` : ""}`,
    ok: chain.length > 0 && !broken,
    stored: broken?.hash ?? before,
    computed: broken ? sha256(`${broken.prev_hash}\n${broken.text}`) : before,
  });
  const last = read(chain.at(-1)?.text) as {
    kind?: string;
    data?: { decision_sha256?: string; content_sha256?: string };
  };
  const decisionHash = sha256(decision);
  checks.push({
    what: "PDF: who, when and how",
    ok: last.kind === answer.kind && last.data?.decision_sha256 === decisionHash && last.data?.content_sha256 === hash,
    stored: last.data?.decision_sha256 ?? null,
    computed: decisionHash,
  });
  return checks;
}
