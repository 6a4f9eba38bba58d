// Every attempt to publish goes through here. The server decides.
import * as z from "zod/mini";
import { publishingDisabled } from "#content/integrations.ts";
import { callApi } from "./api.ts";
import { RequestError } from "./request-error.ts";

/** What is said when the guard has blocked an attempt. */
export const publishingDisabledToast = { ...publishingDisabled, tone: "danger", seconds: 5 } as const;

/** The path it was published to, or null when the guard blocked it. `kind` is what it is, such as "brief". */
export async function publish(kind: string, file: { name: string; text: string }): Promise<string | null> {
  try {
    return (await callApi(`/publish/${kind}`, z.object({ path: z.string() }), { method: "POST", body: file })).path;
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 403) throw error;
    return null;
  }
}
