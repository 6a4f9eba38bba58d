// Writes files under the data folder by the folder conventions, whole or not at all, and nowhere else.
import { randomUUID } from "node:crypto";
import { link, mkdir, realpath, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { folderPath, pathSafe } from "#content/folder-conventions.ts";

/** Nothing was written, for a reason that can be shown: 400 is the request's fault, 507 is a full disk. */
export class ExportRefused extends Error {
  readonly status: 400 | 409 | 507;
  constructor(status: 400 | 409 | 507, message: string) {
    super(message);
    this.status = status;
  }
}

export type ExportRequest = {
  dataDir: string;
  /** The name without its ending; made path-safe here. */
  name: string;
  /** One file for each ending, such as ".md". */
  files: Record<`.${string}`, string | Uint8Array>;
  /** How bytes get to the disk; a test puts a full one in its place. */
  write?: typeof writeFile;
} & ({ folder: "drafts"; asset: string } | { folder: "published"; date: string });

const maxCopies = 1000;

/** The paths by the folder conventions, such as /GV/Drafts/Norrfall/brief.md. Older files of that name are kept. */
export async function exportFiles(request: ExportRequest): Promise<string[]> {
  const { dataDir, files, write = writeFile } = request;
  const folder = folderPath(request.folder, request);
  const target = await ownFolder(dataDir, folder, request.folder === "drafts" ? "Drafts" : "Published");
  const half: Record<string, string> = {};
  try {
    for (const [ending, content] of Object.entries(files)) {
      half[ending] = path.join(target, `.${randomUUID()}.partial`);
      await write(half[ending], content, { flag: "wx", mode: 0o640 });
    }
    const base = pathSafe(request.name);
    for (let copy = 1; copy <= maxCopies; copy++) {
      const name = `${base}${copy === 1 ? "" : ` ${copy}`}`;
      if (await nameAll(half, (ending) => path.join(target, name + ending)))
        return Object.keys(files).map((ending) => folder + name + ending);
    }
    throw new ExportRefused(400, "There are too many files of that name already");
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOSPC", "EDQUOT", "EFBIG"].includes(code))
      throw new ExportRefused(507, "The server's disk is full: nothing was saved");
    throw error;
  } finally {
    await Promise.all(Object.values(half).map((file) => rm(file, { force: true })));
  }
}

/** Gives every file its name, or none: a link fails where a file of that name is, which a rename would replace. */
async function nameAll(half: Record<string, string>, nameOf: (ending: string) => string): Promise<boolean> {
  const named: string[] = [];
  for (const [ending, file] of Object.entries(half)) {
    try {
      await link(file, nameOf(ending));
      named.push(nameOf(ending));
    } catch (error) {
      await Promise.all(named.map((other) => rm(other, { force: true })));
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
      throw error;
    }
  }
  return true;
}

/** Names are already safe; this also refuses a folder that someone replaced by a link to elsewhere. */
async function ownFolder(dataDir: string, folder: string, root: string): Promise<string> {
  const target = path.join(dataDir, folder);
  await mkdir(target, { recursive: true });
  const [realRoot, realTarget] = await Promise.all([realpath(path.join(dataDir, "GV", root)), realpath(target)]);
  if (realTarget !== realRoot && !realTarget.startsWith(realRoot + path.sep))
    throw new ExportRefused(400, "The folder leads outside of the data folder");
  return realTarget;
}
