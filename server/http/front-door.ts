// Answers plain page requests and plain reads straight from the socket; docs/decisions/080-front-door.md and 038 say why and
// what it measures. A connection that sends anything but a whole, plain GET for one of those goes to Node's HTTP server for good.
import type { Socket } from "node:net";
import type { Reply } from "../supabase/rest/respond.ts";
import { type PlainGet, readPlainGet } from "./plain-get.ts";
import { rememberRepeated } from "./repeated-requests.ts";
import { turnTime } from "./turn-clock.ts";
import type { Answer, PlainRequest } from "./website/website.ts";
import { wireBytes, wireHead } from "./wire-bytes.ts";

/** Takes an answer with all its headers, or null to hang up. */
export type Deliver = (reply: Reply | null) => void;

interface FrontDoor {
  /** Once the server takes no more connections, its answers must end theirs: Node's side says so to the client. */
  open(): boolean;
  /** Undefined for what is not in memory. */
  answer(request: PlainRequest): Answer | undefined;
  /** Has the answer of a read made and delivered, in a later turn; or says no. */
  read(request: PlainGet, deliver: Deliver): boolean;
  handOver(socket: Socket): void;
  /** What notes one such answer in the log. */
  recorder(request: PlainRequest, status: number): () => void;
  record(request: PlainRequest, status: number, milliseconds: number): void;
  firstByteTimeout: number;
  keepAliveTimeout: number;
  /** Without a byte in either direction while an answer is being made. */
  silenceTimeout: number;
}

export interface Door {
  welcome(socket: Socket): void;
  /** Ends the connections that wait at the door; answers under way or already written still arrive. */
  close(): void;
  destroy(): void;
}

interface Visit {
  close(): void;
  destroy(): void;
}

const startOfRead = Buffer.from("GET /rest/v1/");
const asksForRows = (bytes: Buffer) =>
  bytes.length > startOfRead.length && startOfRead.compare(bytes, 0, startOfRead.length) === 0;

export function frontDoor(door: FrontDoor): Door {
  const { open, keepAliveTimeout, silenceTimeout } = door;
  const visits = new Set<Visit>();
  const toHead = wireHead(keepAliveTimeout / 1000);
  const toWire = wireBytes(toHead);

  const replyTo = rememberRepeated((bytes) => {
    const request = readPlainGet(bytes);
    const found = request && door.answer(request);
    return found && { bytes: toWire(found), record: door.recorder(request, found.status) };
  });

  function welcome(socket: Socket): void {
    let timeout = 0;
    let last: PlainGet | undefined;
    /** The read whose answer is being made, since when, and what came behind it. */
    let asked: PlainGet | null = null;
    let since = 0;
    let behind: Buffer | null = null;
    let endsSoon = false;

    const visit: Visit = {
      close: () => (asked ? (endsSoon = true) : socket.end()),
      destroy: () => socket.destroy(),
    };
    const hangUp = () => socket.destroy();
    const tire = () => (asked && timeout !== silenceTimeout ? wait(silenceTimeout) : socket.destroy());
    const endToo = () => socket.end();
    const forget = () => visits.delete(visit);

    function wait(milliseconds: number): void {
      if (timeout !== milliseconds) socket.setTimeout((timeout = milliseconds));
    }

    function read(bytes: Buffer): void {
      if (asked) return hold(bytes);
      // A client that asks faster than it reads is slowed down by Node's server, not fed from here.
      if (!open() || socket.writableLength > 0) return leave(bytes);
      if (asksForRows(bytes)) return ask(bytes);
      const reply = replyTo(bytes);
      if (!reply) return leave(bytes);
      socket.write(reply.bytes);
      wait(keepAliveTimeout);
      reply.record();
    }

    function ask(bytes: Buffer): void {
      last = readPlainGet(bytes, last);
      if (!last || !door.read(last, deliver)) return leave(bytes);
      since = turnTime();
      asked = last;
    }

    /** Requests behind one that is being answered are Node's server's to put in order. */
    function hold(bytes: Buffer): void {
      behind = behind ? Buffer.concat([behind, bytes]) : bytes;
      socket.pause();
    }

    function deliver(reply: Reply | null): void {
      if (!asked) return;
      const head = reply && toHead(reply.status, reply.headers, endsSoon);
      if (reply) door.record(asked, reply.status, turnTime() - since);
      asked = null;
      if (!socket.writable) return;
      if (!reply || !head) return void hangUp();
      socket.cork();
      socket.write(head, "latin1");
      if (reply.body !== null) socket.write(reply.body);
      socket.uncork();
      if (endsSoon) return void endToo();
      wait(keepAliveTimeout);
      if (behind) leave(behind);
    }

    function leave(bytes: Buffer): void {
      visits.delete(visit);
      socket.off("data", read).off("timeout", tire).off("error", hangUp).off("end", endToo).off("close", forget);
      door.handOver(socket); // Node's server sets its own timeout.
      socket.unshift(bytes);
      if (behind) socket.resume();
    }

    visits.add(visit);
    wait(door.firstByteTimeout);
    socket.on("timeout", tire).on("error", hangUp).on("end", endToo).on("close", forget).on("data", read);
  }

  return {
    welcome,
    close: () => visits.forEach((visit) => visit.close()),
    destroy: () => visits.forEach((visit) => visit.destroy()),
  };
}
