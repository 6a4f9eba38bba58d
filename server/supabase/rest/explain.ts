// `Accept: application/vnd.pgrst.plan`: the plan of the statement instead of its rows. Off unless the database says
// `alter role authenticator set pgrst.db_plan_enabled = 'true'`, because plans tell about data.
import type { Engine } from "./engine.ts";
import type { Media } from "./request/media-type.ts";
import type { RestRequest } from "./rest-request.ts";
import { respond, type Reply } from "./respond.ts";
import type { Statement } from "./sql/statement.ts";

export function createExplain(run: Engine["run"]) {
  return async (request: RestRequest, statement: Statement, media: Media, readOnly: boolean): Promise<Reply> => {
    const { format = "text", options = [] } = media.plan ?? {};
    const list = [...options.map((option) => `${option} true`), `format ${format}`].join(", ");
    const { rows } = await run(request, {
      statement: { ...statement, text: `explain (${list}) ${statement.text}` },
      readOnly,
      check: null,
      rollback: request.preferences.tx === "rollback",
      also: null,
    });
    return respond(request, 200, { "content-type": media.contentType }, rows.map(([line]) => line ?? "").join("\n"));
  };
}
