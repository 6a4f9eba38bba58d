// Chromium spoken to directly: Playwright switches prerendering off, and here it is what is measured.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { findBrowser } from "../../tools/check/find-browser.mjs";

export interface Tab {
  /** In the page that is shown, which after a click may be one that was prerendered. */
  evaluate<T>(expression: string): Promise<T>;
  moveTo(x: number, y: number): Promise<void>;
  click(x: number, y: number): Promise<void>;
  close(): Promise<void>;
}

export async function startBrowser(port = 4891) {
  const executable = findBrowser();
  if (!executable) throw new Error("No Chromium found: see tools/check/find-browser.mjs");
  const profile = mkdtempSync(path.join(os.tmpdir(), "guidevane-browser-"));
  const child = spawn(
    executable,
    [
      "--headless",
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
      "--window-size=1440,900",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "about:blank",
    ],
    { stdio: "ignore" },
  );
  const { webSocketDebuggerUrl } = await answerOf(`http://127.0.0.1:${port}/json/version`);
  const wire = await connect(webSocketDebuggerUrl);
  return {
    open: (url: string) => openTab(wire, url),
    async stop() {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await gone;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function answerOf(url: string): Promise<{ webSocketDebuggerUrl: string }> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(url).catch(() => null);
    if (answer) return (await answer.json()) as { webSocketDebuggerUrl: string };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("Chromium did not start");
}

interface Message {
  id?: number;
  method?: string;
  sessionId?: string;
  params?: { sessionId: string; targetInfo: { targetId: string; subtype?: string } };
  result?: Record<string, unknown>;
}

interface Wire {
  send<T>(method: string, params: object, sessionId?: string): Promise<T>;
  hear(listener: (message: Message) => void): () => void;
}

async function connect(url: string): Promise<Wire> {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  const listeners = new Set<(message: Message) => void>();
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    for (const listener of listeners) listener(message);
  });
  const hear = (listener: (message: Message) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  let count = 0;
  return {
    hear,
    send: <T>(method: string, params: object, sessionId?: string) =>
      new Promise<T>((resolve) => {
        const id = ++count;
        const stop = hear((message) => {
          if (message.id !== id) return;
          stop();
          resolve(message.result as T);
        });
        socket.send(JSON.stringify({ id, method, params, sessionId }));
      }),
  };
}

/** Attached to the tab, not to its page: only so does the browser prerender while it is watched. */
async function openTab({ send, hear }: Wire, url: string): Promise<Tab> {
  const { targetId } = await send<{ targetId: string }>("Target.createTarget", { url: "about:blank", forTab: true });
  const { sessionId: tab } = await send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true });
  const pages: { session: string; target: string }[] = [];
  const stop = hear(({ method, sessionId, params }) => {
    if (!params) return;
    if (method === "Target.attachedToTarget" && sessionId === tab)
      pages.push({ session: params.sessionId, target: params.targetInfo.targetId });
    const gone = pages.findIndex(({ session }) => session === params.sessionId);
    if (method === "Target.detachedFromTarget" && gone >= 0) pages.splice(gone, 1);
  });
  const all = [{ type: "page" }, { exclude: true }];
  await send(
    "Target.setAutoAttach",
    { autoAttach: true, waitForDebuggerOnStart: false, flatten: true, filter: all },
    tab,
  );
  const evaluateIn = async <T>(session: string, expression: string) => {
    const answer = await send<{ result?: { value: T } }>(
      "Runtime.evaluate",
      { expression, returnByValue: true },
      session,
    );
    return answer?.result?.value as T;
  };
  const shown = async (): Promise<string> => {
    for (const { session } of pages)
      if ((await evaluateIn<boolean>(session, "!document.prerendering")) === true) return session;
    throw new Error("The tab has no page");
  };
  await send("Page.navigate", { url }, await shown());
  const mouse = async (type: string, x: number, y: number) =>
    send(
      "Input.dispatchMouseEvent",
      { type, x, y, button: type === "mouseMoved" ? "none" : "left", clickCount: 1 },
      await shown(),
    );
  return {
    evaluate: async <T>(expression: string) => evaluateIn<T>(await shown(), expression),
    async moveTo(x, y) {
      await mouse("mouseMoved", x, y);
    },
    async click(x, y) {
      await mouse("mousePressed", x, y);
      void mouse("mouseReleased", x, y);
    },
    async close() {
      stop();
      await send("Target.closeTarget", { targetId });
    },
  };
}
