// Tries a place for files with a small one: put, get, range, delete, and whether strangers may read it. For `npm run doctor`.
import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { FilePlace } from "./file-place.ts";

/** Sentences about what is wrong; none when all is well. */
export async function probePlace(
  place: FilePlace & { isOpenToAll?: (key: string) => Promise<boolean> },
): Promise<string[]> {
  const key = randomBytes(16).toString("hex");
  const content = randomBytes(2000);
  const wrong: string[] = [];
  const trying = async (what: string, works: () => Promise<boolean>) => {
    const reason = await works().then(
      (fine) => (fine ? null : "what came back was something else"),
      (error: Error) => error.message,
    );
    if (reason !== null) wrong.push(`${what} does not work: ${reason}`);
    return reason === null;
  };
  async function* pieces() {
    yield content.subarray(0, 1000);
    yield content.subarray(1000);
  }
  const put = await trying("putting a file", async () => {
    await place.write(key, pieces());
    return place.has(key);
  });
  if (!put) return wrong;
  await trying("getting a file", async () => (await buffer(await place.read(key))).equals(content));
  await trying("getting a part of a file", async () =>
    (await buffer(await place.read(key, { from: 500, to: 1499 }))).equals(content.subarray(500, 1500)),
  );
  if (place.isOpenToAll && (await place.isOpenToAll(key).catch(() => false)))
    wrong.push("anybody may read files without our key: close the bucket to the public");
  await trying("deleting a file", async () => {
    await place.remove(key);
    return !(await place.has(key));
  });
  return wrong;
}
