// `npm run generate`: brings what is derived up to date. Tests fail when one of these is stale.
import { readFileSync, writeFileSync } from "node:fs";
import { generateFonts } from "../site-build/generate-fonts.ts";
import { writeTypes } from "./generate-types.ts";
import { licenceList } from "./licences.ts";
import { withSettings } from "./settings-table.ts";

writeFileSync("README.md", withSettings(readFileSync("README.md", "utf8")));
writeFileSync("docs/licences.md", licenceList());
await generateFonts();
await writeTypes();
