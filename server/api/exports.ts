// Writes a draft (or, with auto publish, a published copy) under the data folder, and nowhere else.
import { mkdir, realpath } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { folderPath, pathSafe } from "#content/folder-conventions.ts";
import { writeWholeFile } from "#server/platform/whole-file.ts";

export class BadExport extends Error {}

const file = z.object({ name: z.string().min(1).max(500), text: z.string().min(1) });
const types = [".md", ".txt", ".csv", ".html"];

/** Returns the path by the folder conventions, such as /GV/Drafts/Norrfall/brief.md. An older file of that name is kept. */
export async function writeExport(request: {
  dataDir: string;
  folder: "drafts" | "published";
  asset: string;
  body: unknown;
}) {
  const parsed = file.safeParse(request.body);
  if (!parsed.success) throw new BadExport("Send a file name and its text");
  const { name, text } = parsed.data;
  const extension = path.extname(name).toLowerCase();
  if (!types.includes(extension)) throw new BadExport(`The file name must end in ${types.join(", ")}`);

  const date = new Date().toISOString().slice(0, 10);
  const folder = folderPath(request.folder, { asset: request.asset, date });
  const root = path.join(request.dataDir, "GV", request.folder === "drafts" ? "Drafts" : "Published");
  const target = path.join(request.dataDir, folder);
  await mkdir(target, { recursive: true });
  // Names are already safe; this also refuses a folder that someone replaced by a link to elsewhere.
  const [realRoot, realTarget] = await Promise.all([realpath(root), realpath(target)]);
  if (realTarget !== realRoot && !realTarget.startsWith(realRoot + path.sep))
    throw new BadExport("The folder leads outside of the drafts");

  const base = pathSafe(name.slice(0, -extension.length));
  for (let copy = 1; ; copy++) {
    const fileName = `${base}${copy === 1 ? "" : ` ${copy}`}${extension}`;
    try {
      await writeWholeFile(path.join(realTarget, fileName), text, 0o640);
      return folder + fileName;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || copy >= 1000) throw error;
    }
  }
}
