// Outside services the back office knows, and the settings each one needs. Only whether a setting is present is ever told.
export const integrations = [
  {
    id: "email",
    name: "Email delivery",
    provider: "Postmark",
    needs: "Server token, from-address",
    settings: ["POSTMARK_SERVER_TOKEN", "POSTMARK_FROM_EMAIL"],
  },
  {
    id: "payments",
    name: "Payments",
    provider: "Stripe",
    needs: "Secret key, webhook secret",
    settings: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  },
  {
    id: "storage",
    name: "Document storage",
    provider: "Google Drive",
    needs: "Service credentials, folder id",
    settings: ["GOOGLE_SERVICE_ACCOUNT_JSON", "GOOGLE_DRIVE_FOLDER_ID"],
  },
  {
    id: "chat",
    name: "Team chat notifications",
    provider: "Slack",
    needs: "Webhook URL",
    settings: ["SLACK_WEBHOOK_URL"],
  },
  {
    id: "scheduling",
    name: "Meeting scheduling",
    provider: "The scheduling service",
    needs: "API key, event type, webhook secret",
    settings: ["SCHEDULING_API_KEY", "SCHEDULING_EVENT_TYPE", "SCHEDULING_WEBHOOK_SECRET"],
  },
  {
    id: "demo-videos",
    name: "Demo video links",
    provider: "The demo video links",
    needs: "Links for workshops, publisher and Bootloader",
    settings: ["DEMO_VIDEO_WORKSHOPS", "DEMO_VIDEO_PUBLISHER", "DEMO_VIDEO_BOOTLOADER"],
  },
] as const;

export type Integration = (typeof integrations)[number];
export type IntegrationId = Integration["id"];
export type IntegrationStatus = "configured" | "partial" | "missing";

/** Configured when all its settings are present, partial when some are, missing when none is. */
export function statusOf(present: readonly boolean[]): IntegrationStatus {
  const count = present.filter(Boolean).length;
  return count === 0 ? "missing" : count === present.length ? "configured" : "partial";
}

/** "Postmark not configured - add POSTMARK_SERVER_TOKEN secret": names the first setting that is absent. */
export const notConfigured = (provider: string, setting: string) =>
  `${provider} not configured - add ${setting} secret`;

/** The four buttons of System Tests. `delay` is how long a run shows as running at least. */
export const systemTests = [
  { id: "email", name: "Email provider", about: "Asks Postmark whether the server token is valid.", delay: 1000 },
  { id: "payments", name: "Payment provider", about: "Asks Stripe whether the secret key is valid.", delay: 1000 },
  {
    id: "storage",
    name: "Document-storage upload",
    about: "Uploads a small file to the Google Drive folder and removes it.",
    delay: 1500,
  },
  {
    id: "publish-guard",
    name: "Publish guard",
    about: "Tries to publish a small file. While AUTO_PUBLISH is off, the server has to refuse it.",
    delay: 1000,
  },
] as const;

/** What the publish guard's test fails with. */
export const publishGuardIsOpen = "Publish guard should block when AUTO_PUBLISH=false";

export type SystemTest = (typeof systemTests)[number];

export const publishingDisabled = {
  title: "Publishing Disabled",
  text: "Preview and draft modes only. Contact admin to enable publishing.",
} as const;
