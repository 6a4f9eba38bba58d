// Stands in for Google Calendar: a list of calendars, free/busy, calendars that an app makes, events with tags, tokens of what changed.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type SignInStandIn, signInStandIn } from "./sign-in-stand-in.ts";

export interface GoogleEvent {
  id: string;
  etag: string;
  status: string;
  summary: string;
  description: string;
  start: { dateTime: string };
  end: { dateTime: string };
  attendees?: unknown;
  no: number;
}

export interface GoogleStandIn {
  addresses: { authorizeUrl: string; tokenUrl: string; apiUrl: string };
  signIn: SignInStandIn;
  /** Busy times by calendar, as whoever owns them sees them there. */
  busy: Map<string, { start: string; end: string }[]>;
  /** Calendars that were made by the app. */
  made: Map<string, GoogleEvent[]>;
  /** "POST /freeBusy", newest last. */
  asked: string[];
  trouble:
    | null
    | "429"
    | "403 rate"
    | "503"
    | "stall"
    | "calendar error"
    | "answer lost after writing"
    | "tokens too old";
  /** By hand, in the person's own program. */
  change(id: string, changes: Partial<GoogleEvent>): void;
  close(): Promise<void>;
}

export const mine = "noor@guidevane.test";

export async function startGoogleStandIn(): Promise<GoogleStandIn> {
  let no = 0;
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const standIn: GoogleStandIn = {
    addresses: { authorizeUrl: `${origin}/auth`, tokenUrl: `${origin}/token`, apiUrl: `${origin}/calendar/v3` },
    signIn: signInStandIn(),
    busy: new Map(),
    made: new Map(),
    asked: [],
    trouble: null,
    change(id, changes) {
      for (const events of standIn.made.values())
        for (const event of events) if (event.id === id) touch(Object.assign(event, changes));
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
  const touch = (event: GoogleEvent) => {
    no += 1;
    event.no = no;
    event.etag = `"${no}"`;
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const piece of request) text += String(piece);
    const url = new URL(request.url ?? "/", origin);
    if (url.pathname === "/token") return standIn.signIn.answerToken(new URLSearchParams(text), response);
    const path = decodeURIComponent(url.pathname.replace("/calendar/v3", ""));
    const method = request.method ?? "";
    standIn.asked.push(`${method} ${path}`);
    const send = (status: number, body: object = {}) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (!standIn.signIn.isGood(request.headers.authorization)) return send(401);
    if (standIn.trouble === "stall") return;
    if (standIn.trouble === "429" || standIn.trouble === "503") return send(Number(standIn.trouble));
    if (standIn.trouble === "403 rate") return send(403, { error: { errors: [{ reason: "rateLimitExceeded" }] } });
    const body = (text ? JSON.parse(text) : {}) as Record<string, unknown>;
    if (path === "/users/me/calendarList")
      return send(200, {
        items: [
          ...[...standIn.busy.keys()].map((id) => ({
            id,
            summary: `Calendar ${id}`,
            primary: id === mine,
            accessRole: "owner",
          })),
          ...[...standIn.made.keys()].map((id) => ({ id, summary: "Guidevane meetings", accessRole: "owner" })),
        ],
      });
    if (path === "/freeBusy") return freeBusy(body, send);
    if (path === "/calendars" && method === "POST") {
      const id = `made-${standIn.made.size + 1}@group.calendar.google.com`;
      standIn.made.set(id, []);
      if (standIn.trouble === "answer lost after writing") return void response.socket?.destroy();
      return send(200, { id, summary: body["summary"] });
    }
    const [, , calendar = "", , id] = path.split("/");
    const events = standIn.made.get(calendar);
    // The scope opens calendars that the app made, and no other.
    if (!events) return send(standIn.busy.has(calendar) ? 403 : 404);
    if (!id && method === "GET") return list(events, url.searchParams, send);
    const there = events.find((event) => event.id === (id ?? body["id"]));
    if (method === "POST") {
      if (there) return send(409);
      if (!/^[a-v0-9]{5,1024}$/.test(String(body["id"]))) return send(400);
      const made = { ...(body as unknown as GoogleEvent) };
      touch(made);
      events.push(made);
      if (standIn.trouble === "answer lost after writing") return void response.socket?.destroy();
      return send(200, made);
    }
    if (!there || (there.status === "cancelled" && method === "DELETE")) return send(there ? 410 : 404);
    if (method === "GET") return send(200, there);
    const match = request.headers["if-match"];
    if (match && match !== there.etag) return send(412);
    touch(Object.assign(there, method === "DELETE" ? { status: "cancelled" } : body));
    if (standIn.trouble === "answer lost after writing") return void response.socket?.destroy();
    return method === "DELETE" ? void response.writeHead(204).end() : send(200, there);
  }

  function freeBusy(body: Record<string, unknown>, send: (status: number, body?: object) => void): void {
    const { timeMin, timeMax, items } = body as { timeMin: string; timeMax: string; items: { id: string }[] };
    if (Date.parse(timeMax) - Date.parse(timeMin) > 62 * 86_400_000)
      return send(400, { error: { message: "The requested time range is too long." } });
    send(200, {
      calendars: Object.fromEntries(
        items.map(({ id }) => {
          if (standIn.trouble === "calendar error" || !standIn.busy.has(id)) {
            const reason = standIn.trouble === "calendar error" ? "internalError" : "notFound";
            return [id, { errors: [{ domain: "global", reason }], busy: [] }];
          }
          return [id, { busy: standIn.busy.get(id)!.filter(({ start, end }) => end > timeMin && start < timeMax) }];
        }),
      ),
    });
  }

  function list(events: GoogleEvent[], query: URLSearchParams, send: (status: number, body?: object) => void): void {
    const since = query.get("syncToken");
    if (since && standIn.trouble === "tokens too old") return send(410);
    // Two to a page.
    const from = Number(query.get("pageToken") ?? 0);
    const all = events.filter((event) => (since ? event.no > Number(since) : event.status !== "cancelled"));
    const items = all.slice(from, from + 2).map(({ id, etag, status, start }) => ({ id, etag, status, start }));
    send(200, {
      items,
      ...(from + 2 < all.length ? { nextPageToken: String(from + 2) } : { nextSyncToken: String(no) }),
    });
  }

  return standIn;
}
