// Answers plain page requests straight from the socket; docs/decisions/080-front-door.md says why and what it measures.
// A connection that sends anything but a whole, plain GET for something in memory goes to Node's HTTP server for good.
import type { Socket } from "node:net";
import { readPlainGet } from "./plain-get.ts";
import { rememberRepeated } from "./repeated-requests.ts";
import type { Answer, PlainRequest } from "./website.ts";
import { wireBytes } from "./wire-bytes.ts";

interface FrontDoor {
  /** Once the server takes no more connections, its answers must end theirs: Node's side says so to the client. */
  open(): boolean;
  /** Undefined for what is not in memory. */
  answer(request: PlainRequest): Answer | undefined;
  handOver(socket: Socket): void;
  /** What notes one such answer in the log. */
  recorder(request: PlainRequest, status: number): () => void;
  firstByteTimeout: number;
  keepAliveTimeout: number;
}

export interface Door {
  welcome(socket: Socket): void;
  /** Ends the connections that wait at the door; answers already written still arrive. */
  close(): void;
  destroy(): void;
}

export function frontDoor({ open, answer, handOver, recorder, firstByteTimeout, keepAliveTimeout }: FrontDoor): Door {
  const waiting = new Set<Socket>();
  const toWire = wireBytes(keepAliveTimeout / 1000);

  const replyTo = rememberRepeated((bytes) => {
    const request = readPlainGet(bytes);
    const found = request && answer(request);
    return found && { bytes: toWire(found), record: recorder(request, found.status) };
  });

  function welcome(socket: Socket): void {
    let answered = false;
    const hangUp = () => socket.destroy();
    const endToo = () => socket.end();
    const forget = () => waiting.delete(socket);

    function read(bytes: Buffer): void {
      // A client that asks faster than it reads is slowed down by Node's server, not fed from here.
      const reply = open() && socket.writableLength === 0 ? replyTo(bytes) : undefined;
      if (!reply) return leave(bytes);
      socket.write(reply.bytes);
      if (!answered) socket.setTimeout(keepAliveTimeout);
      answered = true;
      reply.record();
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
