// Every public page, from the prerendered documents: a new page is in these tests the moment it is in the route map.
import { readDocuments } from "../tools/site-build/site-files/documents.ts";

export const publicPages = readDocuments("build/app/client").filter((page) => page.path !== "/404");
export const publicPaths = publicPages.map((page) => page.path);
