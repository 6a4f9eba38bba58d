// What anyone may ask: settings, health, public keys.
import type { AuthDependencies, AuthRoutes } from "./auth-dependencies.ts";

const providers = [
  "anonymous_users apple azure bitbucket discord facebook snapchat figma fly github gitlab google keycloak kakao",
  "linkedin linkedin_oidc notion spotify slack slack_oidc workos twitch twitter x phone zoom",
]
  .join(" ")
  .split(" ");

export function addPublicEndpoints(routes: AuthRoutes, { env, keys }: AuthDependencies): void {
  routes.get("/settings", (c) =>
    c.json({
      external: { ...Object.fromEntries(providers.map((name) => [name, false])), email: true },
      disable_signup: !env.SIGNUP_OPEN,
      mailer_autoconfirm: env.MAIL_AUTOCONFIRM,
      phone_autoconfirm: false,
      sms_provider: "",
      saml_enabled: false,
      passkeys_enabled: env.PASSKEYS,
    }),
  );
  routes.get("/health", (c) =>
    c.json({
      version: "v2",
      name: "GoTrue",
      description: "GoTrue is a user registration and authentication API",
    }),
  );
  routes.get("/.well-known/jwks.json", (c) => {
    c.header("Cache-Control", "public, max-age=600");
    return c.json(keys.publicSet());
  });
}
