// Statements as banks write them, each with its manners.
interface Part {
  amount?: string;
  currency?: string;
  name?: string;
  iban?: string;
  text?: string;
  reference?: string;
  endToEnd?: string;
  mark?: "CRDT" | "DBIT";
}
export interface Entry {
  amount: string;
  mark?: "CRDT" | "DBIT";
  day?: string;
  status?: string;
  reference?: string | null;
  currency?: string;
  parts?: Part[];
  extra?: string;
}
export interface CamtOptions {
  version?: string;
  iban?: string;
  currency?: string;
  opening?: string | null;
  closing?: string | null;
  entries?: Entry[];
  prefix?: string;
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Version 8 names parties and states in one more level than version 2. */
export function camt({
  version = "camt.053.001.08",
  iban = "DE89370400440532013000",
  currency = "EUR",
  opening = "0.00",
  closing,
  entries = [],
  prefix = "",
}: CamtOptions = {}): string {
  const isNew = Number(version.slice(-2)) >= 8;
  const tag = (name: string, inside: string, attributes = "") =>
    `<${prefix}${name}${attributes}>${inside}</${prefix}${name}>`;
  const minor = (text: string) => BigInt(text.replace(".", "").padEnd(text.includes(".") ? 0 : text.length + 2, "0"));
  const total = entries
    .filter(({ status = "BOOK" }) => status === "BOOK")
    .reduce((all, { amount, mark }) => all + (mark === "DBIT" ? -1n : 1n) * minor(amount), minor(opening ?? "0.00"));
  const figures = (cents: bigint) => {
    const plain = String(cents < 0n ? -cents : cents).padStart(3, "0");
    return `${plain.slice(0, -2)}.${plain.slice(-2)}`;
  };
  const end = closing === undefined ? figures(total) : closing;
  const balance = (code: string, amount: string, mark: string) =>
    tag(
      "Bal",
      tag("Tp", tag("CdOrPrtry", tag("Cd", code))) +
        tag("Amt", amount, ` Ccy="${currency}"`) +
        tag("CdtDbtInd", mark) +
        tag("Dt", tag("Dt", "2026-11-18")),
    );
  const party = (side: string, name: string) =>
    tag(side, isNew ? tag("Pty", tag("Nm", escape(name))) : tag("Nm", escape(name)));
  const details = (part: Part, mark: string) => {
    const side = (part.mark ?? mark) === "CRDT" ? "Dbtr" : "Cdtr";
    const amount = part.amount === undefined ? "" : tag("Amt", part.amount, ` Ccy="${part.currency ?? currency}"`);
    return tag(
      "TxDtls",
      tag(
        "Refs",
        (part.reference ? tag("AcctSvcrRef", part.reference) : "") + tag("EndToEndId", part.endToEnd ?? "NOTPROVIDED"),
      ) +
        (isNew ? amount + tag("CdtDbtInd", part.mark ?? mark) : amount && tag("AmtDtls", tag("TxAmt", amount))) +
        tag(
          "RltdPties",
          (part.name ? party(side, part.name) : "") +
            (part.iban ? tag(`${side}Acct`, tag("Id", tag("IBAN", part.iban))) : ""),
        ) +
        tag("RmtInf", tag("Ustrd", escape(part.text ?? ""))),
    );
  };
  const entry = ({
    amount,
    mark = "CRDT",
    day = "2026-11-17",
    status = "BOOK",
    reference = `REF${amount}`,
    currency: own = currency,
    parts = [],
    extra,
  }: Entry) =>
    tag(
      "Ntry",
      tag("Amt", amount, ` Ccy="${own}"`) +
        tag("CdtDbtInd", mark) +
        tag("Sts", isNew ? tag("Cd", status) : status) +
        tag("BookgDt", tag("Dt", day)) +
        tag("ValDt", tag("Dt", day)) +
        (reference === null ? "" : tag("AcctSvcrRef", reference)) +
        (parts.length === 0 ? "" : tag("NtryDtls", parts.map((part) => details(part, mark)).join(""))) +
        (extra ? tag("AddtlNtryInf", escape(extra)) : ""),
    );
  const [message, statement] = version.startsWith("camt.053")
    ? ["BkToCstmrStmt", "Stmt"]
    : version.startsWith("camt.052")
      ? ["BkToCstmrAcctRpt", "Rpt"]
      : ["BkToCstmrDbtCdtNtfctn", "Ntfctn"];
  return `<?xml version="1.0" encoding="UTF-8"?>
${tag(
  "Document",
  tag(
    message!,
    tag("GrpHdr", tag("MsgId", "M1")) +
      tag(
        statement!,
        tag("Id", "S1") +
          tag("Acct", tag("Id", tag("IBAN", iban)) + tag("Ccy", currency)) +
          (opening === null
            ? ""
            : balance("OPBD", opening.replace("-", ""), opening.startsWith("-") ? "DBIT" : "CRDT")) +
          (end === null
            ? ""
            : balance(
                "CLBD",
                end.replace("-", ""),
                closing === undefined ? (total < 0n ? "DBIT" : "CRDT") : end.startsWith("-") ? "DBIT" : "CRDT",
              )) +
          entries.map(entry).join("\n"),
      ),
  ),
  ` xmlns${prefix ? `:${prefix.slice(0, -1)}` : ""}="urn:iso:std:iso:20022:tech:xsd:${version}"`,
)}`;
}
