// An installation as `npm start` leaves it on an empty directory, and the one thing that is done outside the browser.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type RunningServer, startServer } from "./start-server.ts";

/** Nobody can sign in yet. */
export const startEmpty = (): Promise<RunningServer> => startServer({ ADMIN_EMAIL: "", ADMIN_PASSWORD: "" });

/** What the start says to do: the command, and the password that it prints. */
export async function addAdministrator(server: RunningServer): Promise<{ email: string; password: string }> {
  const email = "you@example.com";
  const { stdout } = await promisify(execFile)(process.execPath, ["tools/operate/admin.ts", "add", email], {
    env: { ...process.env, DATA_DIR: server.dataDir },
  });
  return { email, password: /Password: (\S+)/.exec(stdout)?.[1] ?? "" };
}
