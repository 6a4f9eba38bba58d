// Finds a Chromium or Chrome for the browser tests. Plain JavaScript: it also runs before anything is installed.
import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";

// The shell is the same browser without its window: a page opens in a quarter of the time.
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

function runnable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Path of the browser, or undefined. CHROME_PATH wins. `headed`: one that has a window. */
export function findBrowser({ headed = false } = {}) {
  const wished = process.env.CHROME_PATH;
  if (wished) return runnable(wished) ? wished : undefined;
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const usable = headed ? names.filter((name) => !name.includes("headless")) : names;
  const candidates = usable.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...candidates, ...applications].find((file) => existsSync(file) && runnable(file));
}

/** Installs Debian's Chromium where that is possible; returns what the person has to do where it is not. */
export function installBrowser(run) {
  if (process.env.CHROME_PATH) return `CHROME_PATH names ${process.env.CHROME_PATH}, which cannot be run.`;
  const byHand =
    "The browser tests need Chromium or Chrome. Install one (Debian, Ubuntu: apt-get install chromium) or set CHROME_PATH.";
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return byHand;
  try {
    run("apt-get", ["update"]);
    const install = (name) => run("apt-get", ["install", "-y", "--no-install-recommends", name]);
    try {
      install("chromium-headless-shell");
    } catch {
      install("chromium");
    }
  } catch (error) {
    return `${byHand}\napt-get said: ${error.stderr?.toString().trim() ?? error.message}`;
  }
  return findBrowser() ? undefined : byHand;
}
