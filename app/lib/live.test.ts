import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { backoff, type LiveEvent, openLive, readEvents } from "./live.ts";
import { followChanges, isConcerned } from "./live-queries.ts";
import { createQueryClient } from "./query-client.ts";
import { RequestError } from "./request-error.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const streamOf = (...pieces: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });

test("records 12: events are read however they are cut, comments are not events", async () => {
  const whole = bytes('event: open\ndata: {}\n\n: ping\n\nevent: changed\ndata: {"name":"Åsa"}\n\nevent: cut\nda');
  for (const at of [1, 15, 40, whole.length - 12]) {
    const seen: LiveEvent[] = [];
    for await (const event of readEvents(streamOf(whole.slice(0, at), whole.slice(at)), () => {})) seen.push(event);
    expect(seen).toEqual([
      { event: "open", data: {} },
      { event: "changed", data: { name: "Åsa" } },
    ]);
  }
});

test("records 12: it waits longer after each failure, and never more than 30 seconds", () => {
  expect([0, 1, 2, 10].map((failures) => backoff(failures, 1))).toEqual([1000, 2000, 4000, 30_000]);
  expect(backoff(0, 0)).toBe(500);
});

test("records 12: a change makes lists, figures and the module's own queries old, and no settings", () => {
  const concerned = (key: unknown[], table = "payment_requests") => isConcerned(key, new Set([table]));
  expect(concerned(["records", "accounts", "list"])).toBe(true);
  expect(isConcerned(["payments", "list"], new Set(["payment_requests", "payments"]))).toBe(true);
  expect(concerned(["tasks"], "tasks")).toBe(true);
  expect(concerned(["tasks"])).toBe(false);
  expect(concerned(["office"])).toBe(false);
});

class FakeDocument extends EventTarget {
  hidden = false;
}
const fake = new FakeDocument();
beforeEach(() => {
  fake.hidden = false;
  vi.stubGlobal("document", fake);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const show = (visible: boolean) => {
  fake.hidden = !visible;
  fake.dispatchEvent(new Event("visibilitychange"));
};

test("records 12: refused, cut and hidden: it comes back by itself, at once when someone looks again", async () => {
  const states: string[] = [];
  const controllers: ReadableStreamDefaultController<Uint8Array>[] = [];
  let refusals = 1;
  const connect = vi.fn(async (signal: AbortSignal) => {
    if (refusals-- > 0) throw new Error("429");
    return new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          controllers.push(controller);
          signal.addEventListener("abort", () => {
            if (controllers.at(-1) === controller) controller.error(new Error("aborted"));
          });
          controller.enqueue(bytes("event: open\ndata: {}\n\n"));
        },
      }),
    );
  });
  const close = openLive({ connect, onEvent: () => {}, onState: (state) => states.push(state) });
  await vi.advanceTimersByTimeAsync(0);
  expect(states).toEqual(["closed"]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(states).toEqual(["closed", "open"]);
  controllers[0]!.close();
  await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(states).toEqual(["closed", "open", "closed", "open"]);
  show(false);
  await vi.advanceTimersByTimeAsync(5000);
  expect(states.at(-1)).toBe("open");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(states.at(-1)).toBe("paused");
  const whileHidden = connect.mock.calls.length;
  show(true);
  expect(connect.mock.calls.length).toBe(whileHidden + 1);
  await vi.advanceTimersByTimeAsync(0);
  expect(states.at(-1)).toBe("open");
  // A connection that died without a word: nothing for 50 seconds.
  await vi.advanceTimersByTimeAsync(51_000);
  expect(connect.mock.calls.length).toBe(whileHidden + 2);
  close();
  // Whatever comes later, it stays closed.
  const before = connect.mock.calls.length;
  await vi.advanceTimersByTimeAsync(120_000);
  show(true);
  expect(connect.mock.calls.length).toBe(before);
});

test("records 12: many changes are one refresh, and none takes back what is being saved", async () => {
  const client = new QueryClient();
  const read = vi.fn(async () => "rows");
  const watching = new QueryObserver(client, { queryKey: ["records", "accounts", "list"], queryFn: read });
  const stop = watching.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  expect(read).toHaveBeenCalledTimes(1);
  const queries = followChanges(client, new Set());
  for (let n = 0; n < 100; n++) queries.changed({ table: "accounts" });
  await vi.advanceTimersByTimeAsync(200);
  expect(read).toHaveBeenCalledTimes(2);
  queries.changed({ table: "accounts" });
  await vi.advanceTimersByTimeAsync(500);
  expect(read).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(500);
  expect(read).toHaveBeenCalledTimes(3);
  const saving = Promise.withResolvers<void>();
  void client
    .getMutationCache()
    .build(client, { mutationFn: () => saving.promise })
    .execute(undefined);
  queries.changed({ table: "accounts" });
  await vi.advanceTimersByTimeAsync(5000);
  expect(read).toHaveBeenCalledTimes(3);
  saving.resolve();
  await vi.advanceTimersByTimeAsync(1000);
  expect(read).toHaveBeenCalledTimes(4);
  queries.stop();
  stop();
});

test("audit-4 W22: records 12: after a connection that was lost every list of a module is read again, and no settings", async () => {
  const client = new QueryClient();
  const keys = [
    ["records", "accounts"],
    ["cash", "lines"],
    ["meetings", "week"],
    ["mailbox"],
    ["invoices", "drafts"],
    ["office"],
  ];
  const reads = keys.map((queryKey) => {
    const read = vi.fn(async () => "rows");
    new QueryObserver(client, { queryKey, queryFn: read }).subscribe(() => {});
    return read;
  });
  await vi.advanceTimersByTimeAsync(0);
  const areas = new Set(["crm", "cash", "meetings", "mailbox", "invoices"]);
  const queries = followChanges(client, areas);
  queries.missed();
  await vi.advanceTimersByTimeAsync(0);
  expect(reads.map((read) => read.mock.calls.length)).toEqual([2, 2, 2, 2, 2, 1]);
  // A change names its area: tables whose name no query begins with are heard as well.
  queries.changed({ table: "bank_lines", area: "cash" });
  await vi.advanceTimersByTimeAsync(2000);
  expect(reads.map((read) => read.mock.calls.length)).toEqual([3, 3, 2, 2, 2, 1]);
  queries.stop();
});

test("audit-4 W21: a read that failed is not asked again at once by parts that come and go", async () => {
  for (const status of [500, 404]) {
    const client = createQueryClient(() => {});
    const read = vi.fn(async () => {
      throw new RequestError("It failed", status);
    });
    for (let tenth = 0; tenth < 100; tenth += 1) {
      const stop = new QueryObserver(client, { queryKey: ["office"], queryFn: read }).subscribe(() => {});
      await vi.advanceTimersByTimeAsync(100);
      if (client.getQueryState(["office"])?.fetchStatus === "idle") stop();
    }
    expect(read.mock.calls.length, String(status)).toBeLessThanOrEqual(6);
    expect(read.mock.calls.length, String(status)).toBeGreaterThan(1);
    client.clear();
  }
});
