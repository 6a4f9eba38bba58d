// Answers plain page requests straight from the socket; docs/decisions/080-front-door.md says why and what it measures.
// A connection that sends anything but a whole, plain GET for something in memory goes to Node's HTTP server for good.
import type { Socket } from "node:net";
import { readPlainGet } from "./plain-get.ts";
import type { Answer, PlainRequest } from "./website.ts";
import { wireBytes } from "./wire-bytes.ts";

interface FrontDoor {
  /** Undefined for what is not in memory. */
  answer(request: PlainRequest): Answer | undefined;
  handOver(socket: Socket): void;
  record(request: PlainRequest, status: number, started: number): void;
  firstByteTimeout: number;
  keepAliveTimeout: number;
}

export interface Door {
  welcome(socket: Socket): void;
  /** Ends the connections that wait at the door; answers already written still arrive. */
  close(): void;
  destroy(): void;
}

export function frontDoor({ answer, handOver, record, firstByteTimeout, keepAliveTimeout }: FrontDoor): Door {
  const waiting = new Set<Socket>();
  const toWire = wireBytes(keepAliveTimeout / 1000);

  function welcome(socket: Socket): void {
    let answered = false;
    const hangUp = () => socket.destroy();
    const endToo = () => socket.end();
    const forget = () => waiting.delete(socket);

    function read(bytes: Buffer): void {
      const started = performance.now();
      // A client that asks faster than it reads is slowed down by Node's server, not fed from here.
      const request = socket.writableLength === 0 ? readPlainGet(bytes) : undefined;
      const found = request && answer(request);
      if (!request || !found) return leave(bytes);
      socket.write(toWire(found));
      if (!answered) socket.setTimeout(keepAliveTimeout);
      answered = true;
      record(request, found.status, started);
    }

    function leave(bytes: Buffer): void {
      waiting.delete(socket);
      socket.off("data", read).off("timeout", hangUp).off("error", hangUp).off("end", endToo).off("close", forget);
      handOver(socket); // Node's server sets its own timeout.
      socket.unshift(bytes);
    }

    waiting.add(socket);
    socket.setTimeout(firstByteTimeout);
    socket.on("timeout", hangUp).on("error", hangUp).on("end", endToo).on("close", forget).on("data", read);
  }

  return {
    welcome,
    close: () => waiting.forEach((socket) => socket.end()),
    destroy: () => waiting.forEach((socket) => socket.destroy()),
  };
}
