// The map: every URL -> one file. Prerendering, the sitemap and its test derive from it.
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  layout("site/layout.tsx", [index("site/home.tsx"), route("*", "site/not-found.tsx")]),
  route("auth", "auth/auth-page.tsx"),
  layout("admin/layout.tsx", [route("admin", "admin/dashboard/dashboard.tsx")]),
] satisfies RouteConfig;
