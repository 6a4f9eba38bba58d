// The open streams of this process. Each belongs to one person and sends only what that person may read; that is asked when it is
// opened, every few seconds, and at once when a session ends or a role changes.
import { pingMs } from "#domain/live.ts";
import type { LiveMessage } from "./live-channel.ts";

export interface Reader {
  userId: string;
  /** Areas whose changes they may know of. */
  areas: ReadonlySet<string>;
}

export interface StreamLimits {
  perPerson: number;
  inAll: number;
}

export const usualLimits: StreamLimits = { perPerson: 12, inAll: 1000 };

export interface Streams {
  /** Null when there are too many. `again` finds out whether the reader still is one. */
  open(reader: Reader, again: () => Promise<Reader | null>): ReadableStream<Uint8Array> | null;
  send(said: LiveMessage): void;
  sendToAll(event: string): void;
  /** Asks again who may read: all of them, or those of one person. */
  recheck(userId?: string): Promise<void>;
  count(): number;
  close(): void;
}

interface Stream {
  reader: Reader;
  again: () => Promise<Reader | null>;
  controller: ReadableStreamDefaultController<Uint8Array>;
}

const usualRecheckMs = 15_000;
/** A reader that is so many messages behind is let go: it connects again and asks for everything once. */
const maxBehind = 256;
const encoder = new TextEncoder();
const eventText = (event: string, data: unknown) =>
  encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data ?? {})}\n\n`);

export function createStreams(limits: StreamLimits = usualLimits, recheckMs = usualRecheckMs): Streams {
  const streams = new Set<Stream>();
  let isClosed = false;

  function end(stream: Stream): void {
    if (!streams.delete(stream)) return;
    try {
      stream.controller.close();
    } catch {
      // The other side was first.
    }
  }
  function write(stream: Stream, bytes: Uint8Array): void {
    if ((stream.controller.desiredSize ?? 0) <= 0) return end(stream);
    stream.controller.enqueue(bytes);
  }
  const recheckOne = async (stream: Stream) => {
    // What cannot be found out now is found out next time, as for any other request while the database is away.
    const reader = await stream.again().catch(() => stream.reader);
    if (reader) stream.reader = reader;
    else end(stream);
  };
  const recheck = async (userId?: string) => {
    const concerned = [...streams].filter(({ reader }) => userId === undefined || reader.userId === userId);
    await Promise.all(concerned.map(recheckOne));
  };

  const pinging = setInterval(() => {
    for (const stream of streams) write(stream, encoder.encode(": ping\n\n"));
  }, pingMs).unref();
  const rechecking = setInterval(() => void recheck(), recheckMs).unref();

  return {
    open(reader, again) {
      const own = [...streams].filter((stream) => stream.reader.userId === reader.userId).length;
      if (isClosed || own >= limits.perPerson || streams.size >= limits.inAll) return null;
      let opened: Stream | undefined;
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            opened = { reader, again, controller };
            streams.add(opened);
            write(opened, eventText("open", {}));
          },
          cancel() {
            if (opened) streams.delete(opened);
          },
        },
        new CountQueuingStrategy({ highWaterMark: maxBehind }),
      );
    },
    send({ event, area, to, data }) {
      const bytes = eventText(event, data);
      for (const stream of streams) {
        const { userId, areas } = stream.reader;
        if (to === undefined ? area !== undefined && areas.has(area) : to === userId) write(stream, bytes);
      }
    },
    sendToAll(event) {
      for (const stream of streams) write(stream, eventText(event, {}));
    },
    recheck,
    count: () => streams.size,
    close() {
      isClosed = true;
      clearInterval(pinging);
      clearInterval(rechecking);
      for (const stream of streams) end(stream);
    },
  };
}
