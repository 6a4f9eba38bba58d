// Stands in for Cal.com, version 2: bookings whose move is a new one, an API that knows them, and signed events that a test delivers as it likes.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface CalBooking {
  uid: string;
  title: string;
  status: "accepted" | "pending" | "cancelled" | "rejected";
  start: string;
  end: string;
  eventTypeId: number;
  hosts: { name: string; email: string; timeZone: string }[];
  attendees: { name: string; email: string; timeZone: string }[];
  location: string | null;
  cancellationReason?: string;
  rescheduledFromUid?: string;
  rescheduledToUid?: string;
  rescheduled?: boolean;
}

export interface CalStandIn {
  url: string;
  key: string;
  bookings: Map<string, CalBooking>;
  asked: string[];
  trouble: null | 429 | 401 | 500;
  book(uid: string, start: string, more?: Partial<CalBooking>): void;
  move(uid: string, to: string, start: string): void;
  cancel(uid: string, reason?: string): void;
  /** "Choose another time": cancelled, and nothing in its place yet. */
  askAgain(uid: string): void;
  /** A webhook's body about a booking as it is now. */
  event(trigger: string, uid: string, more?: object): string;
  close(): Promise<void>;
}

const half = 30 * 60_000;

export async function startCalStandIn(): Promise<CalStandIn> {
  let told = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    cal.asked.push(url.pathname);
    const send = (code: number, body: unknown) =>
      void response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (cal.trouble) return send(cal.trouble, { status: "error" });
    if (request.headers.authorization !== `Bearer ${cal.key}` || !request.headers["cal-api-version"])
      return send(401, { status: "error" });
    const uid = /^\/v2\/bookings\/(.+)$/.exec(url.pathname)?.[1];
    if (uid) {
      const booking = cal.bookings.get(decodeURIComponent(uid));
      return booking ? send(200, { status: "success", data: booking }) : send(404, { status: "error" });
    }
    const [from, until] = ["afterStart", "beforeEnd"].map((name) => Date.parse(url.searchParams.get(name) ?? ""));
    const all = [...cal.bookings.values()].filter(
      ({ start, end }) => Date.parse(start) > from! && Date.parse(end) < until!,
    );
    const skip = Number(url.searchParams.get("skip") ?? 0);
    return send(200, { status: "success", data: all.slice(skip, skip + Number(url.searchParams.get("take") ?? 100)) });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const of = (uid: string) => {
    const booking = cal.bookings.get(uid);
    if (!booking) throw new Error(`No booking ${uid}`);
    return booking;
  };
  const cal: CalStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: "cal_test_key",
    bookings: new Map(),
    asked: [],
    trouble: null,
    book: (uid, start, more = {}) =>
      void cal.bookings.set(uid, {
        uid,
        title: "AI consultation",
        status: "accepted",
        start,
        end: new Date(Date.parse(start) + half).toISOString(),
        eventTypeId: 77,
        hosts: [{ name: "Noor", email: "noor@guidevane.test", timeZone: "Europe/Berlin" }],
        attendees: [{ name: "Dana Whitlock", email: "dana@castelline.example", timeZone: "America/New_York" }],
        location: "https://meet.example/1",
        ...more,
      }),
    move(uid, to, start) {
      const old = of(uid);
      cal.book(to, start, { hosts: old.hosts, attendees: old.attendees, rescheduledFromUid: uid });
      cal.bookings.set(uid, { ...old, status: "cancelled", rescheduled: true, rescheduledToUid: to });
    },
    cancel: (uid, reason = "no time") =>
      void cal.bookings.set(uid, { ...of(uid), status: "cancelled", cancellationReason: reason }),
    askAgain: (uid) => void cal.bookings.set(uid, { ...of(uid), status: "cancelled", rescheduled: true }),
    event(triggerEvent, uid, more = {}) {
      told += 1;
      const booking = of(uid);
      const createdAt = new Date(Date.UTC(2031, 2, 3, 8) + told * 1000).toISOString();
      return JSON.stringify({
        triggerEvent,
        createdAt,
        payload: {
          uid,
          title: booking.title,
          startTime: booking.start,
          endTime: booking.end,
          eventTypeId: booking.eventTypeId,
          organizer: booking.hosts[0],
          attendees: booking.attendees,
          location: booking.location,
          ...(booking.rescheduledFromUid && { rescheduleUid: booking.rescheduledFromUid }),
          ...more,
        },
      });
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  return cal;
}
