import type { SupabaseClient } from "@supabase/supabase-js";
import { restForTests } from "#server/supabase/rest/testing/rest-for-tests.ts";

export const noorId = "99999999-9999-4999-8999-999999999999";

export interface OwnField {
  id: string;
  key: string;
  column_name: string;
}
export type Settings = Record<string, unknown>;

/** A database with an administrator who adds fields. */
export async function ownFieldsForTests() {
  const rest = await restForTests();
  const { sql } = rest.database;
  await sql`insert into public.staff (user_id, name) values (${noorId}, 'Noor Marchetti')`;
  const admin = await rest.user({ admin: true });
  const call = async <T>(name: string, args: object, client: SupabaseClient = admin.client): Promise<T> => {
    const { data, error } = await client.rpc(name, args);
    if (error) throw new Error(error.message);
    return data as T;
  };
  return {
    ...rest,
    sql,
    admin,
    call,
    add: (entity: string, kind: string, label: string, settings: Settings = {}) =>
      call<OwnField>("add_own_field", { entity, kind, settings: { label, ...settings } }),
    company: async (values: Settings = {}) => {
      const { data, error } = await admin.client
        .from("accounts")
        .insert({ name: "Norrfall", ...values })
        .select("*")
        .single();
      if (error) throw new Error(error.message);
      return data as Record<string, unknown> & { id: string };
    },
  };
}
