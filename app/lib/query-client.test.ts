import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createQueryClient } from "./query-client.ts";

test("a first read that began before a change begins again when the change is told; who waits gets the new answer", async () => {
  const client = createQueryClient(() => {});
  const reads: PromiseWithResolvers<string>[] = [];
  const queryFn = () => {
    const read = Promise.withResolvers<string>();
    reads.push(read);
    return read.promise;
  };
  const observer = new QueryObserver(client, { queryKey: ["records", "accounts"], queryFn });
  const stop = observer.subscribe(() => {});
  const waiting = client.fetchQuery({ queryKey: ["records", "accounts"], queryFn });
  expect(reads).toHaveLength(1);

  // A change of something else is none of its business.
  await client.invalidateQueries({ queryKey: ["tasks"] });
  expect(reads).toHaveLength(1);
  const told = client.invalidateQueries({ queryKey: ["records"] });
  expect(reads).toHaveLength(2);
  reads[0]?.resolve("before");
  reads[1]?.resolve("after");
  await told;
  expect(await waiting).toBe("after");
  expect(observer.getCurrentResult()).toMatchObject({ data: "after", isStale: false, fetchStatus: "idle" });

  // What no one looks at is read when it is looked at next, not now: a read for someone who waits goes on.
  stop();
  const unseen = client.fetchQuery({ queryKey: ["records", "contacts"], queryFn });
  await client.invalidateQueries({ queryKey: ["records"] });
  expect(reads).toHaveLength(3);
  reads[2]?.resolve("unseen");
  expect(await unseen).toBe("unseen");
  client.clear();
});
