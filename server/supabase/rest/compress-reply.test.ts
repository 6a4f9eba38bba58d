import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressReply } from "./compress-reply.ts";

const long = JSON.stringify(Array.from({ length: 4000 }, (_, n) => ({ name: `Norrfall ${n}` })));
const reply = (body: string) => ({ status: 200, headers: { "content-type": "application/json" }, body });

test("a long answer is compressed for clients that accept it, and says so", async () => {
  const { headers, body } = await compressReply(reply(long), "gzip, deflate, br");
  expect(headers).toEqual({ "content-type": "application/json", "content-encoding": "gzip", vary: "Accept-Encoding" });
  expect(body!.length).toBeLessThan(long.length / 4);
  expect(gunzipSync(body as Buffer).toString()).toBe(long);
});

test.each([undefined, "", "br", "identity", "gzip;q=0", "gzip; q=0.0, br"])(
  "not for one who accepts %j",
  async (accepted) => {
    expect(await compressReply(reply(long), accepted)).toEqual(reply(long));
  },
);

test("one that prefers it little gets it still", async () => {
  expect((await compressReply(reply(long), "br, gzip;q=0.5")).headers).toMatchObject({ "content-encoding": "gzip" });
});

test("a page of a list leaves as it is, and so does an answer without a body", async () => {
  expect(await compressReply(reply(long.slice(0, 40_000)), "gzip")).toEqual(reply(long.slice(0, 40_000)));
  const none = { status: 204, headers: {}, body: null };
  expect(await compressReply(none, "gzip")).toBe(none);
});
