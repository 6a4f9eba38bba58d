// `npm run dev` in a copy of the house: no build, and every kind of edit is seen without anything being started by hand.
import { type ChildProcess, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { test } from "./fixtures.ts";

const copy = mkdtempSync(path.join(os.tmpdir(), "guidevane-dev-"));
const folders = ["app", "content", "domain", "modules", "public", "server", "supabase", "tools"];
let dev: ChildProcess;
let port = 0;
let output = "";

/** Two in a row: one for the pages, one for the server. */
async function freePorts(): Promise<number> {
  const taken = (number: number) =>
    new Promise<boolean>((resolve) => {
      const probe = net.createServer().once("error", () => resolve(true));
      probe.listen(number, "127.0.0.1", () => probe.close(() => resolve(false)));
    });
  for (let number = 20_000 + (process.pid % 10_000); ; number += 2)
    if (!(await taken(number)) && !(await taken(number + 1))) return number;
}

beforeAll(async () => {
  const files = readdirSync(".").filter((name) => /\.config\.ts$|^package\.json$|^tsconfig\.json$/.test(name));
  for (const name of [...folders.filter((folder) => existsSync(folder)), ...files])
    cpSync(name, path.join(copy, name), { recursive: true });
  // Its own folder, so that what Vite keeps there is not shared.
  mkdirSync(path.join(copy, "node_modules"));
  for (const name of readdirSync("node_modules").filter((entry) => !entry.startsWith(".")))
    symlinkSync(path.resolve("node_modules", name), path.join(copy, "node_modules", name));
  port = await freePorts();
  dev = spawn(process.execPath, ["tools/dev.ts"], {
    cwd: copy,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: process.env.HOME ?? "",
      PORT: String(port),
      DATA_DIR: path.join(copy, "data"),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const read = (chunk: Buffer) => void (output += chunk.toString());
  dev.stdout?.on("data", read);
  dev.stderr?.on("data", read);
  await vi.waitFor(() => expect(output).toContain("server ready"), { timeout: 100_000 });
});

afterAll(async () => {
  const gone = new Promise((resolve) => dev.once("exit", resolve));
  dev.kill("SIGTERM");
  await gone;
  rmSync(copy, { recursive: true, force: true });
});

function edit(file: string, from: string, to: string): void {
  const place = path.join(copy, file);
  const before = readFileSync(place, "utf8");
  expect(before, file).toContain(from);
  writeFileSync(place, before.replace(from, to));
}

test("nothing was built", () => {
  expect(existsSync(path.join(copy, "build"))).toBe(false);
});

test.for([
  ["a public page", "/privacy", "app/site/privacy.tsx", "</p>", " Seen at once: page.</p>", "Seen at once: page."],
  [
    "an article",
    "/articles/ai-101",
    "content/articles/ai-101.mdx",
    "You do not need",
    "Seen at once: article. You do not need",
    "Seen at once: article.",
  ],
  [
    "words in content",
    "/build/products/bootloader",
    "content/pricing.ts",
    "For learning",
    "Seen at once: content. For learning",
    "Seen at once: content.",
  ],
  [
    "an island",
    "/contact",
    "app/site/islands/contact-form.island.tsx",
    "Send message",
    "Seen at once: island",
    "Seen at once: island",
  ],
  [
    "the back office",
    "/auth",
    "app/auth/auth-page.tsx",
    "Sign in to access",
    "Seen at once: app. Sign in to access",
    "Seen at once: app.",
  ],
] as const)(
  "an edit of %s is on the open page without a reload by hand",
  async ([, url, file, from, to, seen], { open }) => {
    const page = await open({ baseURL: `http://localhost:${port}` });
    // What a page needs is made when it is first asked for, which takes as long as the machine takes; the test's own limit ends it.
    page.setDefaultTimeout(150_000);
    // Anyone who is told of edits: before that, one would be missed.
    const connected = page.waitForEvent("console", (message) => message.text().includes("[vite] connected"));
    await page.goto(url, { waitUntil: "networkidle" });
    await connected;
    edit(file, from, to);
    await page.getByText(seen).first().waitFor();
  },
);

test("no page was loaded again because a package was found late", () => {
  expect(output).not.toContain("optimized dependencies changed");
});

test("an edit of the server is answered by a server that has started again", async () => {
  const version = async () => {
    const answer = await fetch(`http://localhost:${port}/healthz`).catch(() => null);
    return answer?.ok ? ((await answer.json()) as { version: string }).version : null;
  };
  await expect.poll(version).toBe("1.0.0");
  edit("server/api/healthz.ts", '"1.0.0"', '"edited"');
  await expect.poll(version).toBe("edited");
});

test("a new redirect works at once", async () => {
  edit("content/redirects.ts", '"/workshops"', '"/just-added": "/education",\n  "/workshops"');
  const target = () =>
    fetch(`http://localhost:${port}/just-added`, { redirect: "manual" }).then((answer) =>
      answer.headers.get("location"),
    );
  await expect.poll(target).toBe("/education");
});
