// What this server does not offer answers as Supabase does where it is switched off.
import { AuthError, badRequest } from "./auth-error.ts";
import type { AuthDependencies, AuthRoutes } from "./auth-dependencies.ts";
import { requireUser } from "./authenticate.ts";

export function addOutOfScope(routes: AuthRoutes, deps: AuthDependencies): void {
  routes.get("/authorize", () => {
    throw badRequest("Unsupported provider: provider is not enabled");
  });
  routes.all("/callback", () => {
    throw badRequest("OAuth state parameter missing");
  });
  routes.all("/sso/*", () => {
    throw new AuthError(404, "saml_provider_disabled", "SAML 2.0 is disabled");
  });
  // Signing in elsewhere with an account of this house. What is below /admin has asked for the secret key before.
  for (const path of ["/oauth/*", "/admin/oauth/*"])
    routes.all(path, () => {
      throw new AuthError(404, "feature_disabled", "OAuth server is disabled");
    });
  // Every account has its one identity: the e-mail address.
  routes.all("/user/identities/*", async (c) => {
    await requireUser(deps, c);
    throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
  });
}
