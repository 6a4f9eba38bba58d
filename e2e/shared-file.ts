// A file that is shared by a link, made through the API as the back office makes it.
import { inject } from "vitest";
import { test as base } from "./fixtures.ts";
import { addAccounts, addPerson, asOwner, nameColleague, type Person, sessionOf } from "./people.ts";
import { type RunningServer, startServer } from "./start-server.ts";
import { switchOn } from "./task-screen.ts";

/** Tests whose visitors come from networks of their own, as a link may be read 30 times a minute from one. */
export const test = base.extend<{ server: RunningServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest wants the destructuring
    async ({}, use) => {
      const server = await startServer({ TRUSTED_PROXIES: "127.0.0.1,::1" }, inject("preparedData"));
      await switchOn(server, "documents");
      await use(server);
      await server.stop();
    },
    { scope: "file" },
  ],
});
let networks = 0;
/** Headers of a visitor who was not here before. */
export const newVisitor = () => ({ "X-Forwarded-For": `198.19.${++networks}.7` });

export interface SharedFile {
  /** "/d/..." */
  path: string;
  revoke(): Promise<unknown>;
  /** Files other bytes as the next version. */
  replace(bytes: Buffer): Promise<unknown>;
}

interface Chosen {
  allowDownload?: boolean;
  askName?: boolean;
  message?: string | null;
}

export async function shareFile(
  server: RunningServer,
  {
    name,
    bytes,
    company = "Norrfall",
    sender,
    ...chosen
  }: Chosen & { name: string; bytes: Buffer; company?: string; sender?: string },
): Promise<SharedFile> {
  const person: Person = await addPerson(server, { admin: true });
  if (sender) await nameColleague(server, person, sender);
  const { access_token: token } = JSON.parse(await sessionOf(server, person)) as { access_token: string };
  const [account] = await addAccounts(server, [{ name: company }]);
  const folderId = await asOwner<string>(server, "/rest/v1/rpc/open_folder", {
    method: "POST",
    body: { account: account!.id },
  });
  const ask = async <T>(method: string, target: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server.url}/api/documents${target}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      body: body instanceof Uint8Array ? new Uint8Array(body) : body === undefined ? null : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${target}: ${answer.status} ${await answer.text()}`);
    return (await answer.json().catch(() => null)) as T;
  };
  const upload = async (content: Buffer, more: object = {}) => {
    const { id } = await ask<{ id: string }>("POST", "/uploads", {
      folderId,
      fileName: name,
      size: content.length,
      ...more,
    });
    await ask("PATCH", `/uploads/${id}`, content, {
      "upload-offset": "0",
      "content-type": "application/octet-stream",
    });
    return ask<{ documentId: string }>("POST", `/uploads/${id}/finish`, {});
  };
  const { documentId } = await upload(bytes);
  const { linkId, address } = await ask<{ linkId: string; address: string }>("POST", "/shares", {
    documentId,
    versionId: null,
    allowDownload: true,
    askName: false,
    maxViews: null,
    message: null,
    expiresAt: null,
    ...chosen,
  });
  return {
    path: new URL(address).pathname,
    revoke: () => ask("POST", `/shares/${linkId}/revoke`, undefined),
    replace: (content) => upload(content, { documentId }),
  };
}
