// A client and what tests of payments share.
import { addAccounts, addContacts, asOwner } from "./people.ts";
import type { RunningServer } from "./start-server.ts";

/** The one in every number. */
export const year = new Date().getFullYear();

export const calm = { reducedMotion: "reduce" } as const;

export const switchOn = (server: RunningServer, ...keys: string[]) =>
  asOwner(server, `/rest/v1/modules?key=in.(${keys.join(",")})`, { method: "PATCH", body: { live: true } });

export async function addClient(server: RunningServer) {
  await asOwner(server, "/rest/v1/firm?id=is.true", {
    method: "PATCH",
    body: { bank_holder: "Guidevane Advisory LLC", bank_account: "NO93 8601 1117 947", bank_bic: "SKHBNO22" },
  });
  const [account] = await addAccounts(server, [{ name: "Norrfall" }]);
  await addContacts(server, [{ account_id: account!.id, name: "Maren Oduya", email: "maren@norrfall.example" }]);
  return account!.id;
}
