// A line to a server that stalls, cuts and slows.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface FaultyLine {
  port: number;
  /** From now on nothing that the server says arrives. */
  stall(): void;
  /** The connection is cut after so many further bytes of the server's. */
  cutAfter(bytes: number): void;
  /** Each piece arrives so much later. */
  slow(ms: number): void;
  heal(): void;
  close(): Promise<void>;
}

export async function faultyLine(target: number): Promise<FaultyLine> {
  let stalled = false;
  let left = Number.POSITIVE_INFINITY;
  let delay = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    void forward(upstream, client).catch(() => undefined);
  });
  async function forward(upstream: Socket, client: Socket): Promise<void> {
    for await (const piece of upstream as AsyncIterable<Buffer>) {
      if (delay > 0) await sleep(delay);
      if (stalled || client.destroyed) continue;
      client.write(piece.subarray(0, left));
      left -= piece.length;
      if (left <= 0) client.destroy();
    }
  }
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stall: () => void (stalled = true),
    cutAfter: (bytes) => void (left = bytes),
    slow: (ms) => void (delay = ms),
    heal() {
      stalled = false;
      left = Number.POSITIVE_INFINITY;
      delay = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** A server that says what a test makes of each line of the client's; null ends the connection. */
export async function scriptedServer(
  greeting: string,
  answer: (line: string, tag: string) => string | null,
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.write(greeting);
    let rest = "";
    socket.on("data", (piece: Buffer) => {
      rest += piece.toString("latin1");
      for (;;) {
        const end = rest.indexOf("\r\n");
        if (end < 0) return;
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        const said = answer(line, line.split(" ")[0] ?? "");
        if (said === null) return void socket.destroy();
        socket.write(said);
      }
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
