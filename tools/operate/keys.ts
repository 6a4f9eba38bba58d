// `npm run admin -- keys show|rotate|reseal`: the keys of this deployment. Works while the server runs.
import { noteAct } from "../../server/platform/acts.ts";
import { createKeys, keyStoreFor } from "../../server/supabase/auth/tokens/keys.ts";
import { joinDatabase } from "../../server/platform/database/database.ts";
import { migrate } from "../../server/platform/database/migrate.ts";
import { OperatorError } from "../../server/platform/database/operator-error.ts";
import { sealedTables } from "../../server/module-servers.ts";
import { renewSealing } from "../../server/platform/reseal.ts";
import { operatorCommand, requireDatabase } from "./operator-command.ts";

const usage = `Usage:
  npm run admin -- keys show     print the publishable key and the secret key of the admin API
  npm run admin -- keys rotate   sign with a new key from now on; tokens signed before stay good until they expire
  npm run admin -- keys reseal   seal secrets of settings, second factors, mailboxes and calendars with a new key, or with the present SEALING_KEY`;

await operatorCommand(async (env, log) => {
  const [action, ...rest] = process.argv.slice(2);
  if ((action !== "show" && action !== "rotate" && action !== "reseal") || rest.length > 0)
    throw new OperatorError(usage);
  requireDatabase(env);
  const database = await joinDatabase(env, log);
  try {
    await migrate(database.sql, log);
    if (action === "reseal") {
      if (env.DATABASE_URL && !env.SEALING_KEY)
        throw new OperatorError("Set SEALING_KEY: several servers on one database need the same.");
      const { resealed, unopened } = await renewSealing(env, database.sql, await sealedTables());
      await noteAct(database.sql, { act: "secrets sealed again", subject: String(resealed) });
      console.log(`${resealed} secrets are sealed with the ${env.SEALING_KEY ? "key of SEALING_KEY" : "new key"}.`);
      if (unopened > 0) {
        console.error(
          `${unopened} were sealed with a key that is not here (SEALING_KEY_BEFORE) and stay as they are: paste those settings again, sign those mailboxes and calendars in again, add those authenticators again.`,
        );
        process.exitCode = 1;
      }
      return;
    }
    const keys = await createKeys(env, database.sql, log);
    if (action === "show") {
      await noteAct(database.sql, { act: "keys shown" });
      console.log(`Publishable key: ${keys.publishableKey}\nSecret key: ${keys.secretKey}`);
      return;
    }
    if (env.JWT_SIGNING_KEY) throw new OperatorError("JWT_SIGNING_KEY is set: change it there instead.");
    await keys.rotate();
    await noteAct(database.sql, { act: "signing key rotated", subject: (await keys.signing()).kid });
    const { place } = keyStoreFor(env, database.sql);
    console.log(`A new signing key is in ${place}. A running server takes it up within a minute.`);
  } finally {
    await database.close();
  }
});
