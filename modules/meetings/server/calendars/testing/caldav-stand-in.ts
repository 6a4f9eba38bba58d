// Stands in for a CalDAV server: one person, calendars, entries with tags, tokens that name what changed, conditions on writing.
// It can be slow, cut, full, refuse its own tokens, or send the caller to another host.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Stored {
  ics: string;
  etag: string;
}
interface Folder {
  name: string;
  components: string[];
  readOnly: boolean;
  entries: Map<string, Stored>;
  /** Every change with its number: what a token is compared with. */
  log: { no: number; href: string }[];
}

export interface CaldavStandIn {
  origin: string;
  access: { url: string; user: string; password: string };
  calendarUrl(key: string): string;
  add(key: string, options?: Partial<Pick<Folder, "name" | "components" | "readOnly">>): void;
  /** As if by the person's own program. */
  put(key: string, name: string, ics: string): void;
  remove(key: string, name: string): void;
  entries(key: string): Map<string, Stored>;
  /** "REPORT /calendars/work/", newest last. */
  asked: string[];
  /** What goes wrong next, until it is set back. */
  trouble: null | "401" | "503" | "stall" | "cut" | "tokens refused" | "no tokens" | "answer lost after writing";
  /** The home of calendars is said to be there. */
  homeAt: string | null;
  /** At most so many changes in one answer. */
  pageSize: number;
  close(): Promise<void>;
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const multistatus = (responses: string, token?: string) =>
  `<?xml version="1.0"?><multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${responses}${
    token === undefined ? "" : `<sync-token>${token}</sync-token>`
  }</multistatus>`;
const ok = (href: string, props: string) =>
  `<response><href>${href}</href><propstat><prop>${props}</prop><status>HTTP/1.1 200 OK</status></propstat></response>`;
const status = (href: string, code: string) =>
  `<response><href>${href}</href><status>HTTP/1.1 ${code}</status></response>`;

export async function startCaldavStandIn(): Promise<CaldavStandIn> {
  const folders = new Map<string, Folder>();
  let changes = 0;
  const open = new Set<ServerResponse>();

  const record = (folder: Folder, href: string) => {
    changes += 1;
    folder.log.push({ no: changes, href });
    return `"${changes}"`;
  };
  const put = (folder: Folder, href: string, ics: string) => {
    const etag = record(folder, href);
    folder.entries.set(href, { ics, etag });
    return etag;
  };

  const server = createServer((request, response) => {
    open.add(response);
    response.on("close", () => open.delete(response));
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const piece of request) body += String(piece);
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const method = request.method ?? "";
    standIn.asked.push(`${method} ${path}`);
    const send = (code: number, text = "", headers: Record<string, string> = {}) =>
      void response.writeHead(code, { "content-type": "application/xml; charset=utf-8", ...headers }).end(text);
    if (standIn.trouble === "stall") return;
    if (standIn.trouble === "cut") return void response.socket?.destroy();
    if (standIn.trouble === "503") return send(503);
    const expected = `Basic ${Buffer.from("noor:s3cret").toString("base64")}`;
    if (standIn.trouble === "401" || request.headers.authorization !== expected)
      return send(401, "", { "www-authenticate": "Basic" });
    if (path === "/.well-known/caldav") return send(301, "", { location: "/" });

    const [, home, key, name] = path.split("/");
    const folder = home === "calendars" && key ? folders.get(key) : undefined;
    if (method === "PROPFIND") return send(207, multistatus(properties(path, request.headers.depth === "1")));
    if (!folder) return send(404);
    const href = path;
    const there = folder.entries.get(href);
    if (method === "REPORT") return report(folder, path, body, send);
    if (method === "GET")
      return there ? send(200, there.ics, { etag: there.etag, "content-type": "text/calendar" }) : send(404);
    if (!name || folder.readOnly) return send(403);
    const { "if-match": match, "if-none-match": none } = request.headers;
    if ((none === "*" && there) || (match && match !== there?.etag)) return send(there || none ? 412 : 404);
    if (method === "PUT") {
      const uid = /^UID:(.*)$/m.exec(body)?.[1]?.trim();
      const twin = [...folder.entries].find(([other, entry]) => other !== href && entry.ics.includes(`UID:${uid}`));
      if (twin) return send(409);
      const etag = put(folder, href, body);
      if (standIn.trouble === "answer lost after writing") return void response.socket?.destroy();
      return send(there ? 204 : 201, "", { etag });
    }
    if (method === "DELETE") {
      if (!there) return send(404);
      folder.entries.delete(href);
      record(folder, href);
      return send(204);
    }
    return send(405);
  }

  function properties(path: string, deep: boolean): string {
    const [, home, key] = path.split("/");
    if (home !== "calendars")
      return ok(
        path,
        `<current-user-principal><href>/noor/</href></current-user-principal><C:calendar-home-set><href>${standIn.homeAt ?? "/calendars/"}</href></C:calendar-home-set><resourcetype><collection/></resourcetype>`,
      );
    const one = key ? folders.get(key) : undefined;
    if (key && !one) return status(path, "404 Not Found");
    if (one && key) {
      const entries = [...one.entries].map(([href, { etag }]) =>
        ok(href, `<getetag>${escape(etag)}</getetag><resourcetype/>`),
      );
      return [ofFolder(key, one), ...(deep ? entries : [])].join("");
    }
    const inside = [...folders].map(([each, folder]) => ofFolder(each, folder));
    return [ok("/calendars/", "<resourcetype><collection/></resourcetype>"), ...(deep ? inside : [])].join("");
  }

  const ofFolder = (key: string, { name, components, readOnly }: Folder) =>
    ok(
      `/calendars/${key}/`,
      `<displayname>${escape(name)}</displayname><resourcetype><collection/><C:calendar/></resourcetype>` +
        `<C:supported-calendar-component-set>${components.map((each) => `<C:comp name="${each}"/>`).join("")}</C:supported-calendar-component-set>` +
        `<current-user-privilege-set><privilege><read/></privilege>${readOnly ? "" : "<privilege><write/></privilege>"}</current-user-privilege-set>`,
    );

  function report(folder: Folder, path: string, body: string, send: (code: number, text?: string) => void): void {
    if (body.includes("calendar-multiget")) {
      const hrefs = [...body.matchAll(/<d:href>([^<]*)<\/d:href>/g)].map(([, href]) => href!);
      const responses = hrefs.map((href) => {
        const entry = folder.entries.get(href);
        return entry
          ? ok(href, `<getetag>${escape(entry.etag)}</getetag><C:calendar-data>${escape(entry.ics)}</C:calendar-data>`)
          : status(href, "404 Not Found");
      });
      return send(207, multistatus(responses.join("")));
    }
    if (standIn.trouble === "no tokens") return send(501);
    const token = /<d:sync-token>([^<]*)<\/d:sync-token>/.exec(body)?.[1] ?? "";
    if (token !== "" && standIn.trouble === "tokens refused")
      return send(403, `<?xml version="1.0"?><error xmlns="DAV:"><valid-sync-token/></error>`);
    const since = Number(/^urn:token:(\d+)$/.exec(token)?.[1] ?? 0);
    const changed = new Map<string, number>();
    if (token === "")
      for (const [href, { etag }] of folder.entries) changed.set(href, Number(etag.replaceAll('"', "")));
    else for (const { no, href } of folder.log) if (no > since) changed.set(href, no);
    const ordered = [...changed].toSorted(([, one], [, other]) => one - other);
    const page = token === "" ? ordered : ordered.slice(0, standIn.pageSize);
    const responses = page.map(([href]) => {
      const entry = folder.entries.get(href);
      return entry ? ok(href, `<getetag>${escape(entry.etag)}</getetag>`) : status(href, "404 Not Found");
    });
    const more = page.length < ordered.length;
    if (more) responses.push(status(path, "507 Insufficient Storage"));
    send(207, multistatus(responses.join(""), `urn:token:${more ? page.at(-1)![1] : changes}`));
  }

  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folderOf = (key: string) => {
    const folder = folders.get(key);
    if (!folder) throw new Error(`There is no calendar ${key}`);
    return folder;
  };
  const standIn: CaldavStandIn = {
    origin,
    access: { url: `${origin}/`, user: "noor", password: "s3cret" },
    calendarUrl: (key) => `${origin}/calendars/${key}/`,
    add: (key, { name = key, components = ["VEVENT"], readOnly = false } = {}) =>
      void folders.set(key, { name, components, readOnly, entries: new Map(), log: [] }),
    put: (key, name, ics) => void put(folderOf(key), `/calendars/${key}/${name}`, ics),
    remove(key, name) {
      const href = `/calendars/${key}/${name}`;
      folderOf(key).entries.delete(href);
      record(folderOf(key), href);
    },
    entries: (key) => folderOf(key).entries,
    asked: [],
    trouble: null,
    homeAt: null,
    pageSize: Number.POSITIVE_INFINITY,
    async close() {
      for (const response of open) response.socket?.destroy();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
  return standIn;
}
