// What authenticators count their codes from: sealed with the server's key and bound to its factor, so that a copy of the database makes
// no codes. A factor without a sealed row has its secret as GoTrue keeps it: on hosted Supabase, and where there is no key to seal with.
import type { Sql, Statements } from "#server/platform/database/sql.ts";
import type { SealedTable } from "#server/platform/reseal.ts";
import type { Sealing } from "#server/platform/sealed.ts";

const purposeOf = (factor: string) => `second factor ${factor}`;

export const factorSecrets: SealedTable = {
  table: "private.factor_secrets",
  key: ["factor_id"],
  called:
    "select 'the second factor of ' || users.email from auth.mfa_factors join auth.users on users.id = mfa_factors.user_id where mfa_factors.id = factor_id",
  purposeOf: ({ factor_id: factor }) => purposeOf(factor!),
};

export async function keepFactorSecret(
  within: Statements,
  sealing: Sealing,
  factor: string,
  secret: string,
): Promise<void> {
  const { keyId, nonce, sealed } = sealing.seal(purposeOf(factor), secret);
  await within`
    with kept as (
      insert into private.factor_secrets (factor_id, key_id, nonce, sealed) values (${factor}, ${keyId}, ${nonce}, ${sealed})
      on conflict (factor_id) do update set key_id = excluded.key_id, nonce = excluded.nonce, sealed = excluded.sealed
    ) update auth.mfa_factors set secret = null where id = ${factor}`;
}

/** "sealed": by a key that is not here. */
export async function openFactorSecret(
  sql: Statements,
  sealing: Sealing | null,
  factor: string,
): Promise<string | null | "sealed"> {
  const [row] = await sql<{ secret: string | null; key_id: string | null; nonce: Buffer; sealed: Buffer }[]>`
    select factor.secret, kept.key_id, kept.nonce, kept.sealed
    from auth.mfa_factors as factor left join private.factor_secrets as kept on kept.factor_id = factor.id where factor.id = ${factor}`;
  if (!row || row.secret !== null || row.key_id === null) return row?.secret ?? null;
  const { key_id: keyId, nonce, sealed } = row;
  return sealing?.open(purposeOf(factor), { keyId, nonce, sealed }) ?? "sealed";
}

/** Those from before, at each start: one look at a short table when there is nothing to do. */
export async function sealFactorSecrets(sql: Sql, sealing: Sealing): Promise<number> {
  return sql.begin(async (tx) => {
    const plain = await tx<{ id: string; secret: string }[]>`
      select id, secret from auth.mfa_factors where secret is not null order by id for update`;
    for (const { id, secret } of plain) await keepFactorSecret(tx, sealing, id, secret);
    return plain.length;
  });
}
