// Postmark as far as we use it: takes mail, keeps it, is asked for it. What it does with the next one is the test's to say.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** "cut" takes the mail and hangs up without a word; "lost" hangs up before it has it; "twice" hears the same mail and keeps two. */
export type Mood = "well" | "slow" | "cut" | "lost" | "twice" | number;

export interface PostmarkStandIn {
  address: string;
  taken: { MessageID: string; To: string; Metadata: Record<string, string>; [field: string]: unknown }[];
  mood: Mood;
  /** Resolved by the test: how long "slow" lasts. */
  letGo: () => void;
  close(): Promise<void>;
}

export async function postmarkStandIn(): Promise<PostmarkStandIn> {
  let waiting = Promise.withResolvers<void>();
  const standIn: PostmarkStandIn = {
    address: "",
    taken: [],
    mood: "well",
    letGo: () => {
      waiting.resolve();
      waiting = Promise.withResolvers<void>();
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const url = new URL(request.url ?? "/", "http://postmark.test");
    if (request.method === "GET" && url.pathname === "/messages/outbound") {
      const wanted = url.searchParams.get("recipient");
      const found = standIn.taken.filter(({ To }) => To === wanted);
      return answer(200, { TotalCount: found.length, Messages: found });
    }
    let text = "";
    request.on("data", (piece) => (text += piece));
    request.on("end", () => {
      void (async () => {
        const { mood } = standIn;
        if (typeof mood === "number") return answer(mood, { ErrorCode: mood === 422 ? 406 : 0, Message: "No." });
        if (mood === "lost") return request.socket.destroy();
        const mail = { ...(JSON.parse(text) as object), MessageID: randomUUID() } as (typeof standIn.taken)[number];
        standIn.taken.push(mail);
        if (mood === "twice") standIn.taken.push({ ...mail, MessageID: randomUUID() });
        if (mood === "cut") return request.socket.destroy();
        if (mood === "slow") await waiting.promise;
        return answer(200, { MessageID: mail.MessageID, ErrorCode: 0 });
      })();
    });
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  standIn.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return standIn;
}
