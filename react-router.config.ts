import { readdirSync } from "node:fs";
import type { Config } from "@react-router/dev/config";

const slugs = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".mdx"))
    .map((name) => name.replace(/\.mdx$/, ""));

export default {
  appDirectory: "app",
  buildDirectory: "build/app",
  // No server rendering at run time: public pages are prerendered documents, the back office is a client-side app.
  ssr: false,
  prerender: ({ getStaticPaths }) => [
    ...getStaticPaths().filter((path) => !path.startsWith("/auth") && !path.startsWith("/admin")),
    ...slugs("content/articles").map((slug) => `/articles/${slug}`),
    "/build/torah-and-ai/availut",
    "/404",
    "/error/400",
    "/error/405",
    ...["ended", "wait", "stale", "password", "password-wrong", "password-locked"].map((notice) => `/link/${notice}`),
  ],
} satisfies Config;
