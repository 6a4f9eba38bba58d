// CAMT: what banks send as XML (ISO 20022). 053 is the statement of closed days, 052 the report of the day, 054 the details of bookings.
// Only what is booked counts; a statement whose lines are not what its balances say is refused.
import { minorDigits } from "#domain/money.ts";
import { isDay } from "#domain/days.ts";
import { exactMinor } from "./bank-amount.ts";
import {
  type BankFile,
  BankFileProblem,
  type BankLine,
  maxBankLines,
  plainAccount,
  plainReference,
  plainText,
  type Statement,
} from "./bank-file.ts";
import { nodesAt, readXml, textAt, type XmlNode } from "./xml-entries.ts";

const versions = /^urn:iso:std:iso:20022:tech:xsd:(camt\.05[234]\.001\.(?:0[2-9]|1[0-3]))$/;
const statementNames = new Set(["Stmt", "Rpt", "Ntfctn"]);
const wanted = new Set([...statementNames, "Ntry"]);

interface Money {
  minor: bigint;
  currency: string;
}

function moneyOf(node: XmlNode | undefined, where: string): Money | null {
  if (!node) return null;
  const currency = node.attributes.Ccy ?? "";
  if (!/^[A-Z]{3}$/.test(currency)) throw new BankFileProblem(`An amount ${where} has no currency. Nothing was read.`);
  const minor = exactMinor(node.text.trim(), minorDigits(currency));
  if (minor === null)
    throw new BankFileProblem(
      `"${node.text.trim().slice(0, 30)}" ${where} is no amount in ${currency}. Nothing was read.`,
    );
  return { minor, currency };
}

function signedBy(node: XmlNode, money: Money, where: string): bigint {
  const mark = textAt(node, "CdtDbtInd");
  if (mark !== "CRDT" && mark !== "DBIT")
    throw new BankFileProblem(`It is not said ${where} whether money came or went. Nothing was read.`);
  return mark === "CRDT" ? money.minor : -money.minor;
}

const dayIn = (node: XmlNode, path: string): string | null => {
  const day = textAt(node, `${path}/Dt`, `${path}/DtTm`)?.slice(0, 10) ?? null;
  return day !== null && isDay(day) ? day : null;
};

/** Who paid, or was paid: the other side of the booking. */
function otherSide(details: XmlNode, cameIn: boolean): Pick<BankLine, "name" | "iban"> {
  const [party, account] = cameIn ? ["Dbtr", "DbtrAcct"] : ["Cdtr", "CdtrAcct"];
  return {
    name: plainText(
      textAt(
        details,
        `RltdPties/${party}/Nm`,
        `RltdPties/${party}/Pty/Nm`,
        `RltdPties/Ultmt${party}/Nm`,
        `RltdPties/Ultmt${party}/Pty/Nm`,
      ),
      200,
    ),
    iban: plainAccount(textAt(details, `RltdPties/${account}/Id/IBAN`, `RltdPties/${account}/Id/Othr/Id`)),
  };
}

const wordsOf = (details: XmlNode): string[] => [
  ...nodesAt(details, "RmtInf/Ustrd").map(({ text }) => text),
  ...nodesAt(details, "RmtInf/Strd").flatMap((part) => [
    textAt(part, "CdtrRefInf/Ref") ?? "",
    ...nodesAt(part, "RfrdDocInf/Nb").map(({ text }) => text),
    ...nodesAt(part, "AddtlRmtInf").map(({ text }) => text),
  ]),
];

function linesOf(entry: XmlNode): BankLine[] {
  const reference = plainReference(textAt(entry, "AcctSvcrRef"));
  const where = `of the booking ${reference ?? textAt(entry, "NtryRef") ?? ""}`.trim();
  const amount = moneyOf(nodesAt(entry, "Amt")[0], where);
  const day = dayIn(entry, "BookgDt") ?? dayIn(entry, "ValDt");
  if (!amount || !day) throw new BankFileProblem(`The amount or the day ${where} is missing. Nothing was read.`);
  const whole = signedBy(entry, amount, where);
  const common = { day, valuedOn: dayIn(entry, "ValDt"), entry: reference };
  const extra = textAt(entry, "AddtlNtryInf") ?? "";
  const details = nodesAt(entry, "NtryDtls/TxDtls");
  const parts = details.map((each) => {
    const own = moneyOf(nodesAt(each, "Amt")[0] ?? nodesAt(each, "AmtDtls/TxAmt/Amt")[0], where);
    const minor =
      own?.currency !== amount.currency
        ? null
        : textAt(each, "CdtDbtInd") === null
          ? own.minor * (whole < 0n ? -1n : 1n)
          : signedBy(each, own, where);
    return {
      minor,
      ...otherSide(each, (minor ?? whole) > 0n),
      reference: plainReference(textAt(each, "Refs/AcctSvcrRef")),
      endToEnd: plainReference(textAt(each, "Refs/EndToEndId")),
      text: [...wordsOf(each), textAt(each, "AddtlTxInf") ?? ""],
    };
  });
  const sum = parts.reduce<bigint | null>(
    (all, { minor }) => (all === null || minor === null ? null : all + minor),
    0n,
  );
  const separate = parts.length > 1 && sum === whole;
  if (separate)
    return parts.map((part) => ({
      ...common,
      ...part,
      minor: part.minor!,
      text: plainText(part.text.join(" "), 1000) ?? plainText(extra, 1000) ?? "",
    }));
  // One booking, or parts that say no amount of their own or not all of it (fees, another currency): the bank's sum is the truth.
  const named = new Set(parts.map(({ name }) => name));
  const first = parts.length === 1 || named.size === 1 ? parts[0] : undefined;
  return [
    {
      ...common,
      minor: whole,
      name: first?.name ?? null,
      iban: first?.iban ?? null,
      text: plainText([...parts.flatMap((part) => part.text), extra].join(" "), 1000) ?? "",
      reference: reference ?? first?.reference ?? null,
      endToEnd: parts.length === 1 ? (first?.endToEnd ?? null) : null,
    },
  ];
}

const balance = (statement: XmlNode, kinds: readonly string[], where: string): bigint | null => {
  for (const kind of kinds)
    for (const node of nodesAt(statement, "Bal"))
      if (textAt(node, "Tp/CdOrPrtry/Cd") === kind) {
        const money = moneyOf(nodesAt(node, "Amt")[0], where);
        if (money) return signedBy(node, money, where);
      }
  return null;
};

export async function readCamt(text: string): Promise<BankFile> {
  let format = "";
  let count = 0;
  const statements: Statement[] = [];
  const left = new Map<string, number>();
  let lines: BankLine[] = [];
  let currencies = new Set<string>();
  const onStart = (node: XmlNode) => {
    if (statementNames.has(node.name)) {
      lines = [];
      currencies = new Set();
    }
    if (node.name !== "Document" || format !== "") return;
    const space =
      Object.entries(node.attributes).find(
        ([key, value]) => key.startsWith("xmlns") && value.includes("iso:20022"),
      )?.[1] ?? "";
    format = versions.exec(space)?.[1] ?? "";
    if (format === "") throw new BankFileProblem("This XML is no bank statement: CAMT 052, 053 and 054 are read.");
  };
  const onElement = (node: XmlNode) => {
    if (node.name === "Ntry") {
      const state = textAt(node, "Sts/Cd", "Sts") ?? "";
      if (state !== "BOOK") {
        const reason = state === "PDNG" ? "not booked yet" : state === "INFO" ? "for information only" : "not booked";
        left.set(reason, (left.get(reason) ?? 0) + 1);
        return;
      }
      for (const amount of nodesAt(node, "Amt")) currencies.add(amount.attributes.Ccy ?? "");
      const made = linesOf(node);
      count += made.length;
      if (count > maxBankLines)
        throw new BankFileProblem("The file has more than 50,000 bookings. Ask the bank for fewer days at once.");
      lines.push(...made);
      return;
    }
    statements.push(finished(node, lines, currencies, format));
  };
  await readXml(text, wanted, onStart, onElement);
  if (format === "") throw new BankFileProblem("This XML is no bank statement: CAMT 052, 053 and 054 are read.");
  if (statements.length === 0) throw new BankFileProblem("There is no statement in this file.");
  return { format, statements, leftOut: [...left].map(([reason, n]) => ({ reason, count: n })) };
}

function finished(node: XmlNode, lines: BankLine[], currencies: ReadonlySet<string>, format: string): Statement {
  const account = plainAccount(textAt(node, "Acct/Id/IBAN", "Acct/Id/Othr/Id"));
  const balances = nodesAt(node, "Bal/Amt").map(({ attributes }) => attributes.Ccy ?? "");
  const currency = textAt(node, "Acct/Ccy") ?? balances[0] ?? [...currencies][0] ?? null;
  const name = `of the statement ${textAt(node, "Id") ?? ""}`.trim();
  if (account === null) throw new BankFileProblem("The file does not name its account. Nothing was read.");
  for (const other of currencies)
    if (other !== currency)
      throw new BankFileProblem(`A booking is in ${other}, but the account is in ${currency}. Nothing was read.`);
  const statement = format.startsWith("camt.053");
  // A statement of several pages has interim balances between them.
  const first = balance(node, ["OPBD", "PRCD"], name);
  const interim = balance(node, ["ITBD"], name);
  const openingMinor = first ?? interim;
  const closing = balance(node, ["CLBD"], name) ?? (first === null ? null : interim);
  if (statement) {
    if (openingMinor === null || closing === null)
      throw new BankFileProblem(`The opening or closing balance ${name} is missing. Nothing was read.`);
    const sum = lines.reduce((all, { minor }) => all + minor, 0n);
    if (openingMinor + sum !== closing)
      throw new BankFileProblem(
        `The bookings ${name} do not add up: the balances differ by ${plain(closing - openingMinor, currency)}, the bookings come to ${plain(sum, currency)}. Nothing was read.`,
      );
  } else if (lines.some(({ entry, reference }) => (entry ?? reference) === null))
    throw new BankFileProblem(
      "A booking in this report has no reference of the bank, so it could not be told from the same one in the statement. Use the statement (CAMT 053).",
    );
  return {
    account,
    currency,
    openingMinor: statement ? openingMinor : null,
    closingMinor: statement ? closing : null,
    lines,
  };
}

function plain(minor: bigint, currency: string | null): string {
  const digits = minorDigits(currency ?? "EUR");
  const figures = String(minor < 0n ? -minor : minor).padStart(digits + 1, "0");
  const point = figures.length - digits;
  return `${minor < 0n ? "-" : ""}${figures.slice(0, point)}${digits > 0 ? `.${figures.slice(point)}` : ""} ${currency ?? ""}`.trim();
}
