// What may be there only once. Anyone who comes second is told; of two who come at the same moment, the database decides.
import { AuthError } from "./auth-error.ts";

export const emailExists = () =>
  new AuthError(422, "email_exists", "A user with this email address has already been registered");

export const factorNameExists = (name?: string) => {
  const which = name === undefined ? "this friendly name" : `the friendly name ${JSON.stringify(name)}`;
  return new AuthError(422, "mfa_factor_name_conflict", `A factor with ${which} for this user already exists`);
};

const byConstraint: Record<string, (() => AuthError) | undefined> = {
  users_email_partial_key: emailExists,
  mfa_factors_user_friendly_name_unique: () => factorNameExists(),
};

/** What the database found to be there already, as an answer; null for every other error. */
export function asConflict(error: unknown): AuthError | null {
  const name = error instanceof Error && "constraint" in error ? String(error.constraint) : "";
  return byConstraint[name]?.() ?? null;
}
