// React Router gives each page it prerenders ten seconds by the clock and has no setting for it. A machine that is busy with other
// things can need more, most of all for the first, which loads and compiles the code of all. A limit is there to end what hangs.
import type { Plugin } from "vite";

const atLeast = 5 * 60_000;

export function patientPrerender(): Plugin {
  return {
    name: "patient-prerender",
    // The preview that pages are prerendered from; nothing else in a build limits itself by these signals.
    configurePreviewServer() {
      const { timeout } = AbortSignal;
      AbortSignal.timeout = (ms) => timeout.call(AbortSignal, Math.max(ms, atLeast));
    },
  };
}
