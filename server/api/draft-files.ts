// The drafts on disk: which there are, and one of them by its id. An id is made from a path that was found, never read as one.
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { folderPath, pathSafe } from "#content/folder-conventions.ts";

export interface DraftFile {
  id: string;
  path: string;
  bytes: number;
  saved_at: string;
}

const types: Record<string, string> = { ".pdf": "application/pdf", ".md": "text/markdown; charset=utf-8" };
const maxListed = 200;

interface Found {
  id: string;
  asset: string;
  name: string;
  file: string;
}

const idOf = (asset: string, name: string) =>
  createHash("sha256").update(`${asset}/${name}`).digest("base64url").slice(0, 32);

/** Links are no files and no folders here, so nothing outside of the drafts is ever found. */
async function findDrafts(dataDir: string): Promise<Found[]> {
  const root = path.join(dataDir, "GV", "Drafts");
  const folders = await readdir(root, { withFileTypes: true }).catch(() => []);
  const found = folders
    .filter((folder) => folder.isDirectory())
    .map(async ({ name: asset }) => {
      const files = await readdir(path.join(root, asset), { withFileTypes: true }).catch(() => []);
      return files
        .filter((file) => file.isFile() && path.extname(file.name) in types && !file.name.startsWith("."))
        .map(({ name }) => ({ id: idOf(asset, name), asset, name, file: path.join(root, asset, name) }));
    });
  return (await Promise.all(found)).flat();
}

async function describe({ id, asset, name, file }: Found): Promise<DraftFile | null> {
  const { size, mtime } = (await stat(file).catch(() => null)) ?? {};
  if (size === undefined || mtime === undefined) return null;
  return { id, path: folderPath("drafts", { asset }) + name, bytes: size, saved_at: mtime.toISOString() };
}

/** Newest first, at most 200; of one asset when it is named. */
export async function listDrafts(dataDir: string, asset?: string): Promise<{ drafts: DraftFile[]; total: number }> {
  const all = await findDrafts(dataDir);
  const chosen = asset === undefined ? all : all.filter((draft) => draft.asset === pathSafe(asset));
  const described = (await Promise.all(chosen.map(describe))).filter((draft) => draft !== null);
  const sorted = described.toSorted((a, b) => b.saved_at.localeCompare(a.saved_at) || a.path.localeCompare(b.path));
  return { drafts: sorted.slice(0, maxListed), total: sorted.length };
}

export interface OpenDraft {
  name: string;
  type: string;
  bytes: number;
  handle: FileHandle;
}

export async function openDraft(dataDir: string, id: string): Promise<OpenDraft | null> {
  const draft = (await findDrafts(dataDir)).find((one) => one.id === id);
  if (!draft) return null;
  const handle = await open(draft.file, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
  if (!handle) return null;
  const { size } = await handle.stat();
  return { name: draft.name, type: types[path.extname(draft.name)] ?? "", bytes: size, handle };
}
