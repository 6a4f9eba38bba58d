// HTTP byte by byte, for requests that no client library would send.
import { setTimeout as pause } from "node:timers/promises";
import net from "node:net";

/**
 * Sends the pieces one after the other, and gives back what came until the other side closed or, where it may keep the
 * connection, fell silent.
 */
export async function rawHttp(port: number, ...pieces: string[]): Promise<string> {
  const socket = net.connect(port, "127.0.0.1").setNoDelay(true);
  let answer = "";
  let silentSince = performance.now();
  socket.on("error", () => undefined);
  socket.on("data", (chunk: Buffer) => {
    answer += chunk.toString("latin1");
    silentSince = performance.now();
  });
  const until = performance.now() + 20_000;
  let asked = 0;
  for (const [index, piece] of pieces.entries()) {
    socket.write(piece, "latin1");
    if (index === pieces.length - 1) break;
    // A whole request is answered before the next piece leaves; part of one just arrives by itself.
    if (isWhole(piece)) asked++;
    else await pause(60);
    while (statusesOf(answer).length < asked && !socket.closed && performance.now() < until) await pause(5);
  }
  const closes = pieces.at(-1)?.includes("Connection: close");
  for (; !socket.closed && performance.now() < until; await pause(20))
    if (!closes && answer !== "" && performance.now() - silentSince > 300) break;
  socket.destroy();
  return answer;
}

const isWhole = (piece: string) => piece.endsWith("\r\n\r\n") && !/^content-length:/im.test(piece);

/** The status of every answer in it, in order. */
export const statusesOf = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
