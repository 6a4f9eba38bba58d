// Two servers on one PostgreSQL behind nginx with the exported site: migrations at the same moment, one session for both, one
// limit for both, one refresh family, and one of them killed.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createClient } from "@supabase/supabase-js";
import { freePort, startServer } from "../../e2e/start-server.ts";
import { readEnv } from "../../server/env.ts";
import { deployedConfiguration, startNginx } from "../check/nginx.ts";
import { exportSite } from "../operate/export.ts";
import { asAdministrator } from "./as-administrator.ts";
import { findings } from "./findings.ts";
import { startOwnPostgres } from "./own-postgres.ts";

const { expectThat, finish } = findings(
  "instances",
  "Two servers on one PostgreSQL, started at the same moment, behind nginx.",
);

const postgres = await startOwnPostgres();
const port = await freePort();
const front = `http://localhost:${port}`;
const settings = { DATABASE_URL: postgres.url, LOG_LEVEL: "warn", LIMIT_TOKEN_PER_MINUTE: "30", SITE_URL: front };
const [a, b] = await Promise.all([startServer(settings), startServer(settings)]);
const folder = mkdtempSync(path.join(os.tmpdir(), "guidevane-instances-"));
await exportSite(readEnv({ SITE_URL: front }), path.join(folder, "export"));
const nginx = await startNginx(
  folder,
  deployedConfiguration({
    port,
    toolsHost: "tools.test",
    origins: [a, b].map(({ url }) => new URL(url).host.replace("localhost", "127.0.0.1")),
    exported: path.join(folder, "export"),
    log: path.join(folder, "guidevane.log"),
  }),
);
try {
  expectThat("both start on an empty database at the same moment", true);
  const atA = await asAdministrator(a);
  const { data } = await atA.auth.getSession();
  const session = data.session!;
  const key = (atA as unknown as { supabaseKey: string }).supabaseKey;
  const rest = (url: string, token: string) =>
    fetch(`${url}/rest/v1/accounts?select=id`, { headers: { apikey: key, authorization: `Bearer ${token}` } });
  expectThat("a session of the first is one of the second", (await rest(b.url, session.access_token)).status === 200);

  const refresh = (url: string) =>
    fetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
      method: "POST",
      headers: { apikey: key, "content-type": "application/json" },
      body: JSON.stringify({ refresh_token: session.refresh_token }),
    });
  const raced = await Promise.all([a.url, b.url, a.url, b.url].map(refresh));
  const tokens = await Promise.all(
    raced.map(async (answer) => ((await answer.json()) as { refresh_token?: string }).refresh_token),
  );
  expectThat(
    "one refresh token at both at once gives one family",
    raced.every(({ status }) => status === 200) && new Set(tokens).size === 1,
  );

  const wrong = createClient(a.url, key, { auth: { persistSession: false } });
  const wrongAtB = createClient(b.url, key, { auth: { persistSession: false } });
  let refused = 0;
  for (let attempt = 0; attempt < 50; attempt++) {
    const client = attempt % 2 ? wrong : wrongAtB;
    const { error } = await client.auth.signInWithPassword({
      email: "nobody@guidevane.example",
      password: "wrong-word",
    });
    if (error?.status === 429) refused++;
  }
  expectThat(`limits count at both together: ${refused} of 50 tries refused`, refused >= 15);

  await atA.auth.signOut();
  expectThat(
    "a sign-out at the first ends access at the second at once",
    (await rest(b.url, session.access_token)).status === 401,
  );

  const asked = async (target: string) => (await fetch(front + target)).status;
  const both = await Promise.all(Array.from({ length: 20 }, () => asked("/healthz")));
  expectThat(
    "behind nginx both are asked and all is answered",
    both.every((status) => status === 200),
  );
  process.kill(a.pid, "SIGKILL");
  await a.exited;
  const after = await Promise.all(Array.from({ length: 50 }, () => asked("/healthz")));
  expectThat(
    "with the first one killed, the second answers all of 50 requests",
    after.every((status) => status === 200),
  );
  await b.stop();
  expectThat(
    "with no server left, nginx still shows the public pages and says that the rest is away",
    (await asked("/")) === 200 && (await asked("/education")) === 200 && (await asked("/healthz")) === 502,
  );
} finally {
  await Promise.all([a.stop(), b.stop()]);
  await nginx.stop();
  rmSync(folder, { recursive: true, force: true });
  await postgres.stop();
}
finish();
