// Stands in for Microsoft Graph: calendars, the calendar view as a delta query in pages, events with tags, transaction ids and extended properties.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type SignInStandIn, signInStandIn } from "./sign-in-stand-in.ts";

export interface GraphEvent {
  id: string;
  calendar: string;
  no: number;
  isGone?: boolean;
  transactionId?: string;
  singleValueExtendedProperties?: { id: string; value: string }[];
  start: { dateTime: string; timeZone: string };
  end: { dateTime: string; timeZone: string };
  [property: string]: unknown;
}

export interface MicrosoftStandIn {
  addresses: { authorizeUrl: string; tokenUrl: string; apiUrl: string };
  signIn: SignInStandIn;
  calendars: { id: string; name: string }[];
  events: GraphEvent[];
  /** In the person's own program. */
  add(event: Partial<GraphEvent> & { from: string; to: string }): GraphEvent;
  change(id: string, changes: Partial<GraphEvent>): void;
  asked: string[];
  trouble: null | "429" | "503" | "links too old" | "link elsewhere" | "answer lost after writing";
  close(): Promise<void>;
}

export async function startMicrosoftStandIn(): Promise<MicrosoftStandIn> {
  let no = 0;
  const used = new Set<string>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const standIn: MicrosoftStandIn = {
    addresses: { authorizeUrl: `${origin}/authorize`, tokenUrl: `${origin}/token`, apiUrl: `${origin}/v1.0` },
    signIn: signInStandIn(),
    calendars: [{ id: "work", name: "Calendar" }],
    events: [],
    asked: [],
    trouble: null,
    add({ from, to, ...more }) {
      no += 1;
      const event: GraphEvent = {
        id: randomUUID(),
        calendar: "work",
        no,
        type: "singleInstance",
        subject: "Secret title",
        location: { displayName: "Secret place" },
        showAs: "busy",
        responseStatus: { response: "organizer" },
        start: { dateTime: `${from}.0000000`, timeZone: "UTC" },
        end: { dateTime: `${to}.0000000`, timeZone: "UTC" },
        ...more,
      };
      standIn.events.push(event);
      return event;
    },
    change(id, changes) {
      const event = standIn.events.find((each) => each.id === id)!;
      no += 1;
      Object.assign(event, changes, { no });
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
  const etagOf = (event: GraphEvent) => `W/"${event.no}"`;
  const shown = ({ no: _no, calendar: _calendar, isGone: _gone, ...event }: GraphEvent, tag: string) => ({
    "@odata.etag": tag,
    ...event,
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const piece of request) text += String(piece);
    const url = new URL(request.url ?? "/", origin);
    if (url.pathname === "/token") return standIn.signIn.answerToken(new URLSearchParams(text), response);
    const path = decodeURIComponent(url.pathname.replace("/v1.0", ""));
    const method = request.method ?? "";
    standIn.asked.push(`${method} ${path}`);
    const send = (status: number, body: object = {}) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (!standIn.signIn.isGood(request.headers.authorization)) return send(401);
    if (standIn.trouble === "429" || standIn.trouble === "503") return send(Number(standIn.trouble));
    if (!String(request.headers["prefer"]).includes('outlook.timezone="UTC"')) return send(400);
    const body = (text ? JSON.parse(text) : {}) as Partial<GraphEvent> & { name?: string };
    if (path === "/me/calendars" && method === "GET")
      return send(200, {
        value: standIn.calendars.map((each, place) => ({
          ...each,
          canEdit: true,
          isDefaultCalendar: place === 0,
          owner: { address: "noor@guidevane.test" },
        })),
      });
    if (path === "/me/calendars") {
      const made = { id: `made-${standIn.calendars.length}`, name: body.name ?? "" };
      standIn.calendars.push(made);
      return send(201, made);
    }
    const view = /^\/me\/calendars\/([^/]+)\/calendarView\/delta$/.exec(path);
    if (view) return delta(view[1]!, url.searchParams, send);
    const [, calendar] = /^\/me\/calendars\/([^/]+)\/events$/.exec(path) ?? [];
    if (calendar && method === "GET") {
      const value = /ep\/value eq '([^']+)'/.exec(url.searchParams.get("$filter") ?? "")?.[1];
      const marked = standIn.events.filter(
        (each) =>
          !each.isGone &&
          each.calendar === calendar &&
          each.singleValueExtendedProperties?.some((own) => own.value === value),
      );
      return send(200, { value: marked.map(({ id }) => ({ id })) });
    }
    if (calendar) {
      if (body.transactionId && used.has(body.transactionId))
        return send(409, { error: { code: "ErrorDuplicateTransactionId" } });
      if (body.transactionId) used.add(body.transactionId);
      no += 1;
      const made = { ...body, id: randomUUID(), calendar, no, type: "singleInstance" } as GraphEvent;
      standIn.events.push(made);
      if (standIn.trouble === "answer lost after writing") return void response.socket?.destroy();
      return send(201, shown(made, etagOf(made)));
    }
    const there = standIn.events.find(({ id, isGone }) => !isGone && path === `/me/events/${id}`);
    if (!there) return send(404);
    const match = request.headers["if-match"];
    if (match && match !== etagOf(there)) return send(412);
    if (method === "GET") return send(200, shown(there, etagOf(there)));
    standIn.change(there.id, method === "DELETE" ? { isGone: true } : body);
    if (standIn.trouble === "answer lost after writing") return void response.socket?.destroy();
    return method === "DELETE" ? void response.writeHead(204).end() : send(200, shown(there, etagOf(there)));
  }

  /** Two to a page; dates of a series come bare, as the real ones do. */
  function delta(calendar: string, query: URLSearchParams, send: (status: number, body?: object) => void): void {
    const token = query.get("$deltatoken");
    if (token && standIn.trouble === "links too old") return send(410, { error: { code: "syncStateNotFound" } });
    const start = query.get("startDateTime") ?? "";
    const end = query.get("endDateTime") ?? "";
    const window = `startDateTime=${start}&endDateTime=${end}`;
    const since = Number(token ?? query.get("since") ?? 0);
    const from = Number(query.get("$skiptoken") ?? 0);
    const all = standIn.events.filter(
      (each) =>
        each.calendar === calendar &&
        (since ? each.no > since : !each.isGone) &&
        (each["type"] === "seriesMaster" || (each.end.dateTime > start && each.start.dateTime < end)),
    );
    const value = all.slice(from, from + 2).map((each) => {
      if (each.isGone) return { id: each.id, "@removed": { reason: "deleted" } };
      if (each["type"] === "occurrence")
        return {
          id: each.id,
          type: "occurrence",
          seriesMasterId: each["seriesMasterId"],
          start: each.start,
          end: each.end,
        };
      return shown(each, etagOf(each));
    });
    const here = `${standIn.addresses.apiUrl}/me/calendars/${calendar}/calendarView/delta?${window}`;
    const next =
      standIn.trouble === "link elsewhere"
        ? "https://graph.example/v1.0/next"
        : `${here}&since=${since}&$skiptoken=${from + 2}`;
    send(200, {
      value,
      ...(from + 2 < all.length ? { "@odata.nextLink": next } : { "@odata.deltaLink": `${here}&$deltatoken=${no}` }),
    });
  }

  return standIn;
}
