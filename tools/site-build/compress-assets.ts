// Writes .br and .gz beside each asset, so that a start need not compress them. Pages are left out: the server fills them first.
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressible = new Set([".js", ".css", ".svg", ".json"]);
const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

async function compress(file: string): Promise<void> {
  const body = await readFile(file);
  await writeFile(`${file}.br`, await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  await writeFile(`${file}.gz`, await gz(body, { level: 9 }));
}

export async function compressAssets(folders: string[]): Promise<void> {
  for (const folder of folders) {
    const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && compressible.has(path.extname(entry.name)))
      .map((entry) => path.join(entry.parentPath, entry.name));
    // Node compresses a few at a time, on as many cores: in a row they are a third of a build's time.
    await Promise.all(files.map(compress));
  }
}
