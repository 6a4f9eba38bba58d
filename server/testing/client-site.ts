// The client's area on a test database: companies with everything an area shows, and visitors with a cookie, without a browser.
import { createHash } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { loadModuleServers } from "../module-servers.ts";
import { asClient } from "../platform/clients/client-area.ts";
import type { Sql, TransactionSql } from "../platform/database/sql.ts";
import { fileDocument } from "../platform/documents/file-document.ts";
import type { ModuleServer } from "../platform/module-server.ts";
import { createStorage } from "../platform/storage/storage.ts";
import { readEnv } from "../env.ts";
import { actAs } from "./act-as.ts";
import { modulesSite } from "./module-site.ts";
import { proposalsForTests } from "./proposals-for-tests.ts";

export interface TestCompany {
  account: string;
  contact: string;
  email: string;
  proposal: string;
  request: string;
  document: string;
  version: string;
  message: string;
  wanted: string;
  /** A word that is in everything of this company. */
  word: string;
}

/** `area` is the module's own server, told where to leave work that goes on after an answer. */
export async function clientSite(sql: Sql, area: (later: (work: Promise<void>) => void) => ModuleServer) {
  const house = await proposalsForTests(sql);
  await sql`update public.modules set live = true`;
  const { proposals, payments, invoices, documents } = await loadModuleServers();
  const going: Promise<void>[] = [];
  const dataDir = mkdtempSync(path.join(tmpdir(), "client-area-"));
  const env = { DISK_RESERVE_MB: "0", DATA_DIR: dataDir };
  const site = modulesSite(
    sql,
    {
      proposals: proposals!,
      payments: payments!,
      invoices: invoices!,
      documents: documents!,
      "client-area": area((work) => void going.push(work)),
    },
    { settings: env, writesMail: true },
  );
  const storage = createStorage(readEnv({ LOG_LEVEL: "silent", ...env }), sql);
  const { noor, noorId, call } = house;
  const adminToken = ["{}", JSON.stringify({ sub: noorId }), "x"]
    .map((part) => Buffer.from(part).toString("base64url"))
    .join(".");

  async function company(word: string, email = `person@${word.toLowerCase()}.example`): Promise<TestCompany> {
    const [account] = await sql<{ id: string }[]>`insert into public.accounts (name) values (${word}) returning id`;
    const [contact] = await sql<{ id: string }[]>`
      insert into public.contacts (account_id, name, email) values (${account!.id}, ${`Person of ${word}`}, ${email}) returning id`;
    const of = { account: account!.id, contact: contact!.id };
    const { id: proposal } = await house.sent({ title: `Offer for ${word}` }, of);
    const request = await call<string>("new_payment_request", {
      asked: {
        account_id: of.account,
        contact_id: of.contact,
        title: `Work for ${word}`,
        amount_minor: 120_000,
        currency: "USD",
      },
    });
    const filed = await fileDocument(
      { sql, storage },
      {
        bytes: Buffer.from(`Words of ${word}`),
        accountId: of.account,
        folder: "documents",
        fileName: `${word}.txt`,
        createdBy: noorId,
      },
    );
    await call("show_document_to_client", { document: filed.documentId, shown: true });
    const message = await call<string>("answer_client", { account: of.account, words: `Hello ${word}` });
    const wanted = await call<string>("ask_client_for_file", {
      account: of.account,
      title: `List of ${word}`,
      due_on: "2027-01-15",
    });
    return {
      ...of,
      email,
      proposal,
      request,
      document: filed.documentId,
      version: filed.versionId,
      message,
      wanted,
      word,
    };
  }
  const give = (contact: string, scope = "all") => call<string>("give_client_access", { contact, scope });

  /** The newest mail to an address, as it was written. */
  async function mailTo(
    address: string,
  ): Promise<{ subject: string; text: string; code: string; link: string } | null> {
    await Promise.all(going);
    const [row] = await sql<{ subject: string; secret: { text: string } }[]>`
      select subject, secret from public.outbox where class = 'system' and lower(to_address) = lower(${address}) order by id desc limit 1`;
    if (!row) return null;
    const { text } = row.secret;
    return {
      ...row,
      text,
      code: /\b\d{6}\b/.exec(text)?.[0] ?? "",
      link: /\/client\/enter\/[\w-]+/.exec(text)?.[0] ?? "",
    };
  }
  const mailsTo = async (address: string) => {
    await Promise.all(going);
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from public.outbox where class = 'system' and lower(to_address) = lower(${address})`;
    return row!.count;
  };

  let visitors = 0;
  /** Somebody with a browser, not signed in. */
  function visitor() {
    visitors += 1;
    const from = `198.51.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}`;
    let cookie = "";
    let device = "";
    let last = "";
    const keep = async (answer: Response) => {
      for (const set of answer.headers.getSetCookie()) {
        if (set.startsWith("client=")) cookie = /^client=[^;]/.test(set) ? set.split(";")[0]! : "";
        if (set.startsWith("client-device=")) device = set.split(";")[0]!;
      }
      if (/html/.test(answer.headers.get("content-type") ?? "")) last = await answer.clone().text();
      return answer;
    };
    const ask = async (address: string, init: RequestInit = {}) =>
      keep(
        await site.ask(address, {
          ...init,
          from,
          headers: {
            "user-agent": "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile",
            ...((cookie || device) && { cookie: [cookie, device].filter(Boolean).join("; ") }),
            ...(init.headers as object),
          },
        }),
      );
    const get = (address: string, headers: Record<string, string> = {}) => ask(address, { headers });
    const post = (address: string, fields: Record<string, string> | FormData, headers: Record<string, string> = {}) =>
      ask(address, {
        method: "POST",
        headers,
        body: fields instanceof FormData ? fields : new URLSearchParams(fields),
      });
    /** Hidden fields of the form on the last page that goes to `action` and holds `mark`. */
    const hiddenOf = (action: string, mark = ""): Record<string, string> => {
      const form = last.split("<form").find((part) => part.includes(`action="${action}`) && part.includes(mark)) ?? "";
      return Object.fromEntries(
        [...form.split("</form>")[0]!.matchAll(/<input\s+type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"/g)].map(
          ([, name, value]) => [name!, value!],
        ),
      );
    };
    return {
      get,
      post,
      ask,
      hiddenOf,
      text: async (address: string) => (await get(address)).text(),
      page: () => last,
      cookie: () => cookie,
      token: () => cookie.slice("client=".length),
      useCookie: (given: string) => {
        cookie = given;
      },
      device: () => device.slice("client-device=".length),
      setDevice: (given: string) => {
        device = `client-device=${given}`;
      },
      async signIn(email: string) {
        await post("/client/code", { email });
        const mail = await mailTo(email);
        return post("/client/enter", { email, code: mail?.code ?? "", stay: "yes" });
      },
      /** Statements with exactly the rights that this visitor's pages have. */
      as: <T>(work: (tx: TransactionSql) => Promise<T>) =>
        asClient(sql, hashOfToken(cookie.slice("client=".length)), work),
    };
  }
  return {
    ...site,
    house,
    storage,
    company,
    give,
    call,
    mailTo,
    mailsTo,
    visitor,
    dataDir,
    staff: <T>(work: (tx: TransactionSql) => Promise<T>) => actAs(sql, noor, work),
    asAdmin: (address: string, init: RequestInit = {}) =>
      site.ask(address, { ...init, headers: { authorization: `Bearer ${adminToken}`, ...(init.headers as object) } }),
    /** Everything after the answer is done. */
    settled: () => Promise.all(going),
  };
}
export type ClientSite = Awaited<ReturnType<typeof clientSite>>;
export type Visitor = ReturnType<ClientSite["visitor"]>;

const hashOfToken = (token: string): Buffer => createHash("sha256").update(token).digest();
