// A line as slow as a phone's in the country: every byte takes 75 ms longer, each way. Also what a browser fetches
// beside the page (prerendering, prefetching) goes over it, which throttling inside the browser would miss.
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

const delayMs = 75;
export const roundTripMs = 2 * delayMs;

export async function slowLine(port: number): Promise<{ url: string; stop(): void }> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ port, host: "127.0.0.1" });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on("data", (chunk) => setTimeout(() => to.writable && to.write(chunk), delayMs));
      from.on("end", () => setTimeout(() => to.end(), delayMs));
      from.on("error", () => to.destroy());
      from.on("close", () => open.delete(from));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
