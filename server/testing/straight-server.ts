// A server whose reads can go straight: the real listener before the real rest/v1 and auth, and ways to ask it.
// For test files: import it once, at the top.
import { once } from "node:events";
import net from "node:net";
import { Hono } from "hono";
import { afterAll } from "vitest";
import { type AppEnv, createApp } from "#server/app.ts";
import { createRest } from "#server/supabase/rest/rest.ts";
import { createListener } from "#server/http/listener.ts";
import { createLog } from "#server/http/log.ts";
import { createStraightReads, type StraightReads } from "#server/http/straight-reads.ts";
import { smallSite } from "./small-site.ts";
import { someone, testAuth } from "./test-auth.ts";
import { testDatabase } from "./test-database.ts";

export const { sql } = await testDatabase();
await sql.unsafe(`
  create view public.talkative with (security_invoker = true) as
    select name, set_config('response.headers',
      '[{"Set-Cookie":"a=1"},{"Set-Cookie":"b=2"},{"Vary":"Accept"},{"Cache-Control":"private"}]', true) as said
    from public.accounts;
  create view public.teapot with (security_invoker = true) as
    select set_config('response.status', '418', true) as status from public.accounts limit 1;
  create view public.injecting with (security_invoker = true) as
    select set_config('response.headers', '[{"X-Odd":"a\\u0001b"}]', true) as said from public.accounts limit 1;
  grant select on public.talkative, public.teapot, public.injecting to authenticated;`);
export const auth = await testAuth(sql, { MAIL_AUTOCONFIRM: "true" });
export const site = await smallSite({
  SITE_URL: "https://guidevane.example",
  CORS_ORIGINS: "https://friend.example",
  TOOLS_HOST: "tools.example",
  ALLOWED_HOSTS: "api.guidevane.example",
});
export const lines: { path: string; status: number }[] = [];
export const log = createLog({ LOG_LEVEL: "info" }, (text) => {
  lines.push(
    ...text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as (typeof lines)[number]),
  );
});
const rest = await createRest({ sql, env: auth.env, log, identify: auth.auth.identify });
const backend = {
  auth: auth.auth.routes as unknown as Hono<AppEnv>,
  rest: rest.routes,
  answers: async () => true,
  isOperator: () => false,
  takesWrites: () => true,
};
export const app = createApp({ env: site.env, log, website: site.website, backend, api: new Hono<AppEnv>() });
/** How many reads went straight, how many of them at the front door, and what answers wait for. */
export const seen = { straightly: 0, atTheDoor: 0, delay: Promise.resolve() };
const straight = createStraightReads({
  env: site.env,
  log,
  answer: async (call) => {
    seen.straightly += 1;
    await seen.delay;
    return rest.answer(call);
  },
});
export const counted: StraightReads = {
  viaNode: straight.viaNode,
  atTheDoor(request, deliver) {
    const takes = straight.atTheDoor(request, deliver);
    if (takes) seen.atTheDoor += 1;
    return takes;
  },
};
const server = createListener({ app, website: site.website, env: site.env, log, straight: counted });
server.listen(0, "127.0.0.1");
await once(server, "listening");
export const { port } = server.address() as net.AddressInfo;
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  site.remove();
  await rest.close();
});

export const key = auth.keys.publishableKey;

async function signUp(isAdmin: boolean): Promise<string> {
  const { data } = await auth.browser().auth.signUp({ email: someone(), password: "right password" });
  if (isAdmin) await sql`insert into public.user_roles (user_id, role) values (${data.user!.id}, 'admin')`;
  return data.session!.access_token;
}

await sql`insert into public.accounts (name, type) select 'Company ' || i, 'Customer' from generate_series(1, 5) i`;
await sql`insert into public.contacts (account_id, name) select id, 'Somebody at ' || name from public.accounts`;
const token = await signUp(true);
export const stranger = await signUp(false);

export type Sent = Record<string, string>;
export const signedIn = (more: Sent = {}): Sent => ({ apikey: key, Authorization: `Bearer ${token}`, ...more });

export interface Heard {
  status: number;
  headers: [string, string][];
  body: string;
}

/** The answer as bytes: what a fetch would hide is seen. */
export async function overWire(head: string, host = "guidevane.example"): Promise<Heard> {
  const socket = net.connect(port, "127.0.0.1");
  socket.write(`${head}Host: ${host}\r\nConnection: close\r\n\r\n`.replaceAll(/\r?\n/g, "\r\n"));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return heard(Buffer.concat(chunks));
}

function heard(bytes: Buffer): Heard {
  const text = bytes.toString("utf8");
  const end = text.indexOf("\r\n\r\n");
  const [first = "", ...rows] = text.slice(0, end).split("\r\n");
  const headers = rows.map((row): [string, string] => {
    const at = row.indexOf(":");
    return [row.slice(0, at).toLowerCase(), row.slice(at + 1).trim()];
  });
  return { status: Number(first.split(" ")[1]), headers: sorted(headers), body: text.slice(end + 4) };
}

/** A connection that is kept: its whole requests are the front door's. */
export function keptConnection() {
  const socket = net.connect(port, "127.0.0.1").setNoDelay(true);
  const ask = async (target: string, sent: Sent): Promise<Heard & { length: number }> => {
    const headers = Object.entries({ Host: "guidevane.example", ...sent }).map(lineOf);
    socket.write(`GET ${target} HTTP/1.1\r\n${headers.join("")}\r\n`);
    let bytes = Buffer.alloc(0);
    for (;;) {
      const [chunk] = (await once(socket, "data")) as [Buffer];
      bytes = Buffer.concat([bytes, chunk]);
      const end = bytes.indexOf("\r\n\r\n");
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(bytes.toString("latin1", 0, Math.max(0, end)))?.[1]);
      if (end >= 0 && bytes.length >= end + 4 + length) return { ...heard(bytes), length: bytes.length };
    }
  };
  return { socket, ask };
}

/** What Node adds to each answer, and the length, which an answer without a port does not have. */
const ofTheWire = new Set(["date", "connection", "keep-alive", "content-length", "transfer-encoding"]);
export const sorted = (headers: Iterable<[string, string]>) =>
  [...headers].filter(([name]) => !ofTheWire.has(name)).toSorted((a, b) => a.join().localeCompare(b.join()));
export const lineOf = ([name, value]: [string, string]) => `${name}: ${value}\r\n`;

export async function bothWays(target: string, sent: Sent) {
  const before = seen.straightly;
  const wire = await overWire(`GET ${target} HTTP/1.1\r\n${Object.entries(sent).map(lineOf).join("")}`);
  const took = seen.straightly - before;
  const response = await app.request(target, { headers: { host: "guidevane.example", ...sent } });
  const direct = { status: response.status, headers: sorted(response.headers), body: await response.text() };
  return { took, wire, direct };
}

/** A joined page. */
export const page = "/rest/v1/contacts?select=name,accounts(name)&order=name&limit=3";
