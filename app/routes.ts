// The map: every URL -> one file. Prerendering, the sitemap and its test derive from it.
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import type { Module } from "../domain/module.ts";
import { modules } from "../modules/registry.ts";

/** The pages of the modules (modules/registry.ts): their own, and for their records those that the kit draws. */
const modulePages = modules.flatMap((module: Module) => {
  const area = typeof module.area === "object" ? module.area.path : null;
  if (!module.built) return area && module.soon ? [route(area, "admin/coming-soon.tsx", { id: `soon-${area}` })] : [];
  const own = (module.routes ?? []).map(({ path, file }) =>
    route(path, `../modules/${module.key}/${file}`, { id: `${module.key}-${path}` }),
  );
  const drawn = (path: string, file: string) =>
    module.routes?.some((each) => each.path === path) ? [] : [route(path, file, { id: `${module.key}-${path}` })];
  const pages = [
    ...own,
    ...(module.entity && area ? drawn(area, "admin/record-area.tsx") : []),
    ...(module.entity ? drawn(`${module.entity.page.replace("/admin/", "")}/:id`, "admin/record-route.tsx") : []),
  ];
  return module.live === "always" ? pages : [layout("admin/module-gate.tsx", { id: `module-${module.key}` }, pages)];
});

export default [
  layout("site/layout.tsx", [
    index("site/home.tsx"),
    route("index-draft1", "site/index-draft1.tsx"),
    route("education", "site/education.tsx"),
    route("development", "site/development.tsx"),
    route("tools", "site/tools.tsx"),
    route("contact", "site/contact.tsx"),
    route("contact/sent", "site/contact-sent.tsx"),
    route("styleguide", "site/styleguide.tsx"),

    route("tools/gpt-extender-lite", "site/products/gpt-extender-lite.tsx"),
    route("tools/bootable", "site/products/bootable.tsx"),
    route("tools/bavl", "site/products/bavl.tsx"),
    route("standalone/gpt-extender-lite", "site/products/gpt-extender-lite-standalone.tsx"),
    route("bookdev", "site/bookdev.tsx"),
    route("articles", "site/articles.tsx"),
    route("articles/:slug", "site/article.tsx"),
    route("about", "site/about.tsx"),
    route("cases/dispatch-notes", "site/case.tsx"),
    route("manifesto-direct", "site/manifesto-direct.tsx"),
    route("ai-at-work", "site/ai-at-work.tsx"),
    route("build/:name/availut", "site/newsletter-guide.tsx"),
    route("privacy", "site/privacy.tsx"),
    route("accessibility", "site/accessibility.tsx"),
    route("workshops-legacy", "site/workshops-legacy.tsx"),
    route("speaking-legacy", "site/speaking-legacy.tsx"),
    route("build-legacy", "site/build-legacy.tsx"),

    route("build/products/bootloader", "site/products/bootloader.tsx"),
    route("build/products/bootloader/community", "site/products/bootloader-community.tsx"),
    route("build/products/bootloader/portia", "site/products/bootloader-portia.tsx"),
    route("docs/bootloader", "site/docs/bootloader.tsx"),
    route("docs/bootloader/quickstart", "site/docs/bootloader-quickstart.tsx"),
    route("docs/bootloader/first-agent", "site/docs/bootloader-first-agent.tsx"),
    route("docs/bootloader/first-plugin", "site/docs/bootloader-first-plugin.tsx"),
    route("docs/bootloader/api", "site/docs/bootloader-api.tsx"),
    route("docs/bootloader/production", "site/docs/bootloader-production.tsx"),
    route("docs/bootloader/observability", "site/docs/bootloader-observability.tsx"),
    route("docs/bootloader/security", "site/docs/bootloader-security.tsx"),
    route("docs/bootloader/costs", "site/docs/bootloader-costs.tsx"),
    route("docs/bootloader/compare", "site/docs/bootloader-compare.tsx"),
    route("docs/bootloader/changelog", "site/docs/bootloader-changelog.tsx"),

    route("error/:status", "site/request-error.tsx"),
    route("link/:notice", "site/link-notice.tsx"),
    route("*", "site/not-found.tsx"),
  ]),
  layout("auth/session-layout.tsx", [
    route("auth", "auth/auth-page.tsx"),
    route("admin", "admin/layout.tsx", [
      index("admin/dashboard/dashboard.tsx"),
      ...modulePages,
      route("first-run", "admin/first-run/first-run.tsx"),
      route("test", "admin/system-tests/system-tests.tsx"),
      route("audit", "admin/audit/audit-log.tsx"),
      route("duplicates", "admin/duplicates/duplicates.tsx"),
      route("trash", "admin/trash/trash.tsx"),
      route("settings", "admin/settings/settings.tsx"),
      route("settings/security", "admin/settings/security.tsx"),
      route("*", "admin/no-such-page.tsx"),
    ]),
  ]),
] satisfies RouteConfig;
