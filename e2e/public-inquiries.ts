// What tests of the public forms press and look at.
import type { Page } from "playwright-core";
import { switchModules } from "./inquiries.ts";
import type { RunningServer } from "./start-server.ts";

export const send = (page: Page) => page.getByRole("button", { name: "Send message" });
export const thanks = (page: Page) => page.getByRole("heading", { level: 1, name: "Thank you, Dana" });
export const posts = (page: Page) => {
  const seen: { submission?: string; message?: string }[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/inquiries"))
      seen.push(request.postDataJSON() as { submission: string });
  });
  return seen;
};
export const on = (server: RunningServer) => switchModules(server, ["inquiries", "tasks", "timeline"], true);
