// Visitors with the same browser ask for a page with the very same bytes. For the rest of the second, in which also the
// Date header stays true, such a request gets the same reply without being read again.
import { turnTime } from "./turn-clock.ts";

const most = 500;
const longest = 2048;

export function rememberRepeated<Reply>(
  read: (bytes: Buffer) => Reply | undefined,
): (bytes: Buffer) => Reply | undefined {
  const known = new Map<string, Reply>();
  let second = 0;

  return (bytes) => {
    if (bytes.length > longest) return read(bytes);
    const now = Math.floor(turnTime() / 1000);
    if (now !== second) {
      known.clear();
      second = now;
    }
    const text = bytes.toString("latin1");
    let reply = known.get(text);
    if (reply === undefined) {
      reply = read(bytes);
      if (reply !== undefined && known.size < most) known.set(text, reply);
    }
    return reply;
  };
}
