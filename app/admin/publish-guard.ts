// Every attempt to publish goes through here. The server decides; a refusal is shown for five seconds.
import { pathSafe } from "#content/folder-conventions.ts";
import { publishingDisabled } from "#content/integrations.ts";
import { callApi } from "#app/lib/api.ts";
import { RequestError } from "#app/lib/request-error.ts";
import { toast } from "#app/ui/toast.ts";

export const sayPublishingIsDisabled = () => toast({ ...publishingDisabled, tone: "danger", seconds: 5 });

/** The path it was published to, or null when the guard blocked it. */
export async function publish(asset: string, file: { name: string; text: string }): Promise<string | null> {
  try {
    const path = asset.split("/").map(encodeURIComponent).join("/");
    return (await callApi<{ path: string }>(`/publish/${path}`, { method: "POST", body: file })).path;
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 403) throw error;
    sayPublishingIsDisabled();
    return null;
  }
}

/** Drafts are always allowed. Returns where the file was written. Path-safe here already: ".." would change the address. */
export const exportDraft = (asset: string, file: { name: string; text: string }) =>
  callApi<{ path: string }>(`/drafts/${encodeURIComponent(pathSafe(asset))}`, { method: "POST", body: file });
