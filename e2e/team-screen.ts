import { asOwner } from "./people.ts";
import type { RunningServer } from "./start-server.ts";

export async function teamIsOn(server: RunningServer) {
  await asOwner(server, "/rest/v1/modules?key=in.(team,deals,tasks,payments,outbox,inquiries,timeline)", {
    method: "PATCH",
    body: { live: true },
  });
}
