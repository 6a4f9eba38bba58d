import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, describe, expect, test } from "vitest";
import type { Brief } from "#domain/brief.ts";
import { readEnv } from "#server/env.ts";
import { createApi } from "./api.ts";
import { createBriefPdf } from "./brief-pdf.ts";
import { exportFiles } from "./export-files.ts";
import type { Answer } from "./caller-rights.ts";

const dataDir = mkdtempSync(path.join(os.tmpdir(), "guidevane-drafts-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const inDrafts = (...names: string[]) => path.join(dataDir, "GV", "Drafts", ...names);

// Who is an administrator is tested in api.test.ts; how a PDF is made, at the end of this file.
const api = createApi({
  env: readEnv({}),
  log: pino({ level: "silent" }),
  askRights: async (headers) => (headers.get("authorization") ?? "anonymous") as Answer,
  dataDir,
  briefPdf: async ({ title }) => Buffer.from(`%PDF of ${title}`),
});
const as = (who: Answer) => ({ headers: { authorization: who } });
const brief = (title: string): Brief => ({
  title,
  facts: [{ label: "Type", value: "Customer" }],
  sections: [{ heading: "Notes", lines: ["Two sentences."] }],
});

interface Listed {
  drafts: { id: string; path: string; bytes: number; saved_at: string }[];
  total: number;
}
async function exportDraft(asset: string, content: unknown = brief(asset)) {
  const body = JSON.stringify({ asset, brief: content });
  const answer = await api.request("/drafts", { method: "POST", body, ...as("allowed") });
  const { drafts = [], message } = (await answer.json()) as Partial<Listed> & { message?: string };
  return { status: answer.status, message, drafts, paths: drafts.map((draft) => draft.path) };
}
const list = async (query = "") => (await (await api.request(`/drafts${query}`, as("allowed"))).json()) as Listed;

describe("exporting", () => {
  test("a brief is written as PDF and Markdown under the drafts folder, and never over an older one", async () => {
    expect((await exportDraft("Norrfall")).paths).toEqual([
      "/GV/Drafts/Norrfall/Norrfall brief.pdf",
      "/GV/Drafts/Norrfall/Norrfall brief.md",
    ]);
    expect((await exportDraft("Norrfall")).paths).toEqual([
      "/GV/Drafts/Norrfall/Norrfall brief 2.pdf",
      "/GV/Drafts/Norrfall/Norrfall brief 2.md",
    ]);
    expect(readFileSync(inDrafts("Norrfall", "Norrfall brief.md"), "utf8")).toContain("- Type: Customer");
    expect(readFileSync(inDrafts("Norrfall", "Norrfall brief.pdf"), "utf8")).toBe("%PDF of Norrfall");
    expect(readdirSync(inDrafts("Norrfall"))).toHaveLength(4);
  });

  test("both files carry the same number, also where only one of them is taken", async () => {
    mkdirSync(inDrafts("Half"), { recursive: true });
    writeFileSync(inDrafts("Half", "Half brief.md"), "older");
    expect((await exportDraft("Half")).paths).toEqual([
      "/GV/Drafts/Half/Half brief 2.pdf",
      "/GV/Drafts/Half/Half brief 2.md",
    ]);
    expect(readFileSync(inDrafts("Half", "Half brief.md"), "utf8")).toBe("older");
  });

  test("at the same time, each gets its own files", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => exportDraft("Together")));
    expect(new Set(all.flatMap(({ paths }) => paths)).size).toBe(16);
  });

  test("names as long as an account's may be, in any script, fit the file system", async () => {
    for (const name of ["🌊".repeat(200), "\u0634".repeat(200), "N".repeat(200)])
      expect((await exportDraft(name)).status, name).toBe(201);
  });

  test("names cannot lead out of the folder", async () => {
    expect((await exportDraft("../../../etc", brief("../../passwd"))).paths[0]).toBe("/GV/Drafts/etc/passwd brief.pdf");
    mkdirSync(path.join(dataDir, "elsewhere"));
    symlinkSync(path.join(dataDir, "elsewhere"), inDrafts("linked"));
    expect((await exportDraft("linked")).status).toBe(400);
    expect(readdirSync(path.join(dataDir, "elsewhere"))).toEqual([]);
  });

  test("what is no brief is refused with a sentence", async () => {
    for (const content of [null, {}, { ...brief("x"), facts: "none" }, { ...brief("x"), title: "" }])
      expect(await exportDraft("x", content)).toMatchObject({ status: 400, message: "Send an asset and its brief" });
  });

  test("on a full disk nothing is left behind, and it is said", async () => {
    const write = (async (file: string, content: string, options: object) => {
      await writeFile(file, content.slice(0, 3), options);
      throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    }) as unknown as typeof writeFile;
    const full = exportFiles({ dataDir, folder: "drafts", asset: "Full", name: "x", files: { ".md": "text" }, write });
    await expect(full).rejects.toMatchObject({ status: 507, message: "The server's disk is full: nothing was saved" });
    expect(readdirSync(inDrafts("Full"))).toEqual([]);
  });
});

describe("reading", () => {
  test("drafts are listed, newest first, of one asset when asked", async () => {
    const { drafts: made } = await exportDraft("Castelline");
    const byPath = (drafts: Listed["drafts"]) => drafts.toSorted((a, b) => a.path.localeCompare(b.path));
    expect(byPath((await list("?asset=Castelline")).drafts)).toEqual(byPath(made));
    const all = await list();
    expect(all.total).toBeGreaterThan(2);
    const times = all.drafts.map((draft) => draft.saved_at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test("links, half-written files and files of other kinds are not listed", async () => {
    mkdirSync(inDrafts("Strange"), { recursive: true });
    writeFileSync(inDrafts("Strange", ".1234.partial"), "x");
    writeFileSync(inDrafts("Strange", "run.sh"), "x");
    writeFileSync(path.join(dataDir, "keys.json"), "secret");
    symlinkSync(path.join(dataDir, "keys.json"), inDrafts("Strange", "keys.md"));
    expect(await list("?asset=Strange")).toEqual({ drafts: [], total: 0 });
  });

  test("a draft is downloaded under its own name", async () => {
    const { drafts } = await exportDraft("Ostrey & Søn");
    const answer = await api.request(`/drafts/${drafts[0]?.id}`, as("allowed"));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="Ostrey & S_n brief.pdf"; filename*=UTF-8''Ostrey%20%26%20S%C3%B8n%20brief.pdf`,
    );
    expect(await answer.text()).toBe("%PDF of Ostrey & Søn");
  });

  test("an id is no path", async () => {
    for (const id of ["..%2f..%2fkeys.json", "keys.json", "Norrfall%2fNorrfall%20brief.md", "%00"])
      expect((await api.request(`/drafts/${id}`, as("allowed"))).status, id).toBe(404);
  });

  test("only administrators", async () => {
    for (const target of ["/drafts", "/drafts/x"]) {
      expect((await api.request(target)).status).toBe(401);
      expect((await api.request(target, as("refused"))).status).toBe(403);
    }
  });
});

describe("the PDF", () => {
  const pdf = createBriefPdf({ seconds: 100 });
  const pagesOf = (bytes: Uint8Array) =>
    Buffer.from(bytes)
      .toString("latin1")
      .match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;

  test(
    "is one, in several scripts, with letters that no font has, and with words wider than the page",
    { timeout: 120_000 },
    async () => {
      const made = await pdf({
        title: "Käse & Søn Łódź Ελλάδα Привет שלום 東京 🌊",
        facts: [{ label: "Website", value: `https://norrfall.example/${"long/".repeat(80)}` }],
        sections: [{ heading: "Notes", lines: [] }],
      });
      expect(Buffer.from(made.slice(0, 5)).toString()).toBe("%PDF-");
      expect(pagesOf(made)).toBe(1);
    },
  );

  test("that takes too much work is given up with a sentence", { timeout: 60_000 }, async () => {
    await expect(createBriefPdf({ seconds: -1, processorTime: async () => 0 })(brief("x"))).rejects.toMatchObject({
      status: 400,
      message: "The brief is too long for a PDF. Shorten the notes.",
    });
  });
});
