// A file for the published folder. Whether publishing is on at all is asked before.
import path from "node:path";
import { z } from "zod";
import { exportFiles, ExportRefused } from "./export-files.ts";

const file = z.object({ name: z.string().min(1).max(500), text: z.string().min(1) });
const endings = [".md", ".txt", ".csv", ".html"] as const;

/** Returns the path by the folder conventions, such as /GV/Published/2024-12-03/brief.md. */
export async function publish(dataDir: string, body: unknown): Promise<string> {
  const parsed = file.safeParse(body);
  if (!parsed.success) throw new ExportRefused(400, "Send a file name and its text");
  const { name, text } = parsed.data;
  const ending = endings.find((one) => path.extname(name).toLowerCase() === one);
  if (!ending) throw new ExportRefused(400, `The file name must end in ${endings.join(", ")}`);
  const [written = ""] = await exportFiles({
    dataDir,
    folder: "published",
    asset: "",
    name: name.slice(0, -ending.length),
    files: { [ending]: text },
  });
  return written;
}
