// What browser tests need before they can run (e2e/prepare-run.ts), made beforehand, beside steps that leave a core idle.
import { ensureBrowser, ensureBuilt } from "../prepare.mjs";

await ensureBrowser();
await ensureBuilt();
