// What the server tells the app when it sends the shell: an inert JSON element, so that no script has to run for it.
export interface RuntimeSettings {
  /** Null: the backend is this origin. */
  supabaseUrl: string | null;
  publishableKey: string;
  /** `autoPublish` as it was when the page was sent; while it is not fixed, ask `usePublishing`. */
  flags: { contentIntelligence: boolean; crmRelMining: boolean; autoPublish: boolean };
  /** AUTO_PUBLISH is set in the environment of the server: no one switches it in Settings. */
  publishingIsFixed: boolean;
  siteUrl: string;
  /** Whether one can sign in with a passkey. */
  passkeys: boolean;
  /** False: hosted Supabase has the data, and the server cannot work on it. */
  serverHasDatabase: boolean;
  /** Whether clients have an area of their own, as it was when the page was sent. */
  clientArea: boolean;
}

const safe: RuntimeSettings = {
  supabaseUrl: null,
  publishableKey: "",
  flags: { contentIntelligence: true, crmRelMining: true, autoPublish: false },
  publishingIsFixed: false,
  siteUrl: "",
  passkeys: false,
  serverHasDatabase: true,
  clientArea: false,
};

/** Missing or unreadable settings mean the safe ones: same origin, nothing published. */
export function parseRuntimeSettings(json: string | null | undefined): RuntimeSettings {
  try {
    const given = JSON.parse(json ?? "{}") as Partial<RuntimeSettings>;
    return { ...safe, ...given, flags: { ...safe.flags, ...given.flags } };
  } catch {
    return safe;
  }
}

export const runtimeSettings = parseRuntimeSettings(
  typeof document === "undefined" ? null : document.getElementById("runtime-settings")?.textContent,
);
