// The script does to a database what the server does at start, without the server.
import { expect, test } from "vitest";
import { schemaSnapshot } from "#server/testing/schema-snapshot.ts";
import { exportedForTests } from "./exported-for-tests.ts";

const { onCopy, apply } = await exportedForTests();

test("a database of a newer release is refused, untouched", () =>
  onCopy(async (database, name) => {
    await database`insert into supabase_migrations.schema_migrations values ('29991231000000', '{}', 'far_ahead')`;
    await database`delete from supabase_migrations.current_sql`;
    const before = await schemaSnapshot(database);
    await expect(apply(database, name)).rejects.toThrow(
      /brought up to date by a newer release \(29991231000000_far_ahead\)/,
    );
    expect(await schemaSnapshot(database)).toEqual(before);
    expect(await database`select * from supabase_migrations.current_sql`).toEqual([]);
  }));
