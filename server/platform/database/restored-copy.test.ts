import { test } from "vitest";
import { restoredCopies } from "#server/testing/restored-copies.ts";

const { sendsNothingUntilLive } = await restoredCopies();

test("outbox 21: a backup restored to a PostgreSQL of the operator's own sends nothing until an administrator goes live, and then each mail that is due once", () =>
  sendsNothingUntilLive("a PostgreSQL of the operator's own"));
