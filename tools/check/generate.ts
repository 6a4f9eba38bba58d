// `npm run generate`: brings what is derived up to date; tests fail when one of these is stale.
// `npm run generate -- types` does one of them.
import { writeFileSync } from "node:fs";
import { generateFonts } from "../site-build/generate-fonts.ts";
import { generateColours } from "../site-build/generate-colours.ts";
import { generateArt } from "../site-build/generate-art.ts";
import { writeTypes } from "./generate-types.ts";
import { licenceList } from "./licences.ts";
import { writeLock } from "./migrations-lock.ts";
import { settingsFile, settingsPage } from "./settings-table.ts";

const generators: Record<string, () => unknown> = {
  settings: () => writeFileSync(settingsFile, settingsPage()),
  licences: () => writeFileSync("docs/licences.md", licenceList()),
  colours: generateColours,
  art: generateArt,
  fonts: generateFonts,
  types: writeTypes,
  lock: writeLock,
};
/** Not derived files of the repository, but made on demand by the same command. */
const onDemand: Record<string, () => Promise<unknown>> = {
  pdfs: () => import("../site-build/generate-pdfs.ts"),
  "release-backup": () => import("./release-backup.ts").then(({ writeReleaseBackup }) => writeReleaseBackup()),
  screenshots: () => import("./screenshots.ts"),
};

const wanted = process.argv[2];
const one = wanted === undefined ? undefined : (generators[wanted] ?? onDemand[wanted]);
if (one) await one();
else if (wanted === undefined) for (const generate of Object.values(generators)) await generate();
else {
  console.error(`Usage: npm run generate -- ${[...Object.keys(generators), ...Object.keys(onDemand)].join("|")}`);
  process.exitCode = 1;
}
