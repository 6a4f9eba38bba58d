// A browser that has signed in to an account before keeps a cookie that says so. Guessing from elsewhere then does not
// lock its owner out. The cookie opens nothing by itself: it only decides which limit counts wrong passwords.
import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { AuthDependencies } from "./auth-dependencies.ts";
import { equalInConstantTime } from "./constant-time-equal.ts";
import { findUserByEmail, type UserRow } from "./users.ts";

const cookieName = "guidevane-device";
const maxAccounts = 5;
const yearInSeconds = 365 * 24 * 3600;
const isPlain = /^[\w-]{22}(\.[\w-]{43}){1,5}$/;

interface Device {
  id: string;
  /** One for each account that was signed in to here, newest first. */
  marks: string[];
}

function readDevice(c: Context): Device | null {
  const value = getCookie(c, cookieName) ?? "";
  if (!isPlain.test(value)) return null;
  const [id = "", ...marks] = value.split(".");
  return { id, marks };
}

/** Holds for one account, one device and one password: a new password makes every device a stranger again. */
const markOf = ({ keys }: AuthDependencies, deviceId: string, user: UserRow) =>
  keys.derive("known device", `${deviceId} ${user.id} ${user.encrypted_password ?? ""}`);

/** The id of the caller's device if somebody has signed in to this account on it, else null. */
export async function findKnownDevice(deps: AuthDependencies, c: Context, email: string): Promise<string | null> {
  const device = readDevice(c);
  const user = device && email.length <= 255 ? await findUserByEmail(deps.sql, email) : null;
  if (!device || !user) return null;
  const expected = markOf(deps, device.id, user);
  return device.marks.some((mark) => equalInConstantTime(mark, expected)) ? device.id : null;
}

/** Called wherever a session starts. */
export function rememberDevice(deps: AuthDependencies, c: Context, user: UserRow): void {
  const known = readDevice(c);
  const id = known?.id ?? randomBytes(16).toString("base64url");
  const mark = markOf(deps, id, user);
  const marks = [mark, ...(known?.marks ?? []).filter((other) => other !== mark)].slice(0, maxAccounts);
  setCookie(c, cookieName, [id, ...marks].join("."), {
    path: "/auth/v1",
    httpOnly: true,
    sameSite: "Lax",
    secure: deps.env.SITE_URL.startsWith("https:"),
    maxAge: yearInSeconds,
  });
}
