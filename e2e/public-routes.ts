// Every public page, from the prerendered documents: a new page is in these tests the moment it is in the route map.
import { hasNoAddress } from "#server/http/website/paths.ts";
import { readDocuments } from "../tools/site-build/site-files/documents.ts";

export const publicPages = readDocuments("build/app/client").filter((page) => !hasNoAddress.test(page.path));
export const publicPaths = publicPages.map((page) => page.path);
