// Two servers on one PostgreSQL: migrations at the same moment, one session for both, one limit for both, one refresh family.
import { createClient } from "@supabase/supabase-js";
import { startServer } from "../../e2e/start-server.ts";
import { asAdministrator } from "./as-administrator.ts";
import { findings } from "./findings.ts";
import { startOwnPostgres } from "./own-postgres.ts";

const { expectThat, finish } = findings("instances", "Two servers on one PostgreSQL, started at the same moment.");

const postgres = await startOwnPostgres();
const settings = { DATABASE_URL: postgres.url, LOG_LEVEL: "warn", LIMIT_TOKEN_PER_MINUTE: "30" };
const [a, b] = await Promise.all([startServer(settings), startServer(settings)]);
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
} finally {
  await Promise.all([a.stop(), b.stop()]);
  await postgres.stop();
}
finish();
