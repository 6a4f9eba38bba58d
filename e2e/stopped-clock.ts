import type { Page } from "playwright-core";

/** From now on the page's time passes only by `page.clock.runFor`. Needs `page.clock.install()` before the page was opened. */
export const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 60_000);
