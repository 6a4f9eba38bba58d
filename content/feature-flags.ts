// The three feature flags, as System Tests and Settings show them.
export const featureFlags = [
  {
    id: "contentIntelligence",
    setting: "CONTENT_INTELLIGENCE",
    name: "Content intelligence",
    about: "Suggestions on articles and drafts.",
  },
  {
    id: "crmRelMining",
    setting: "CRM_REL_MINING",
    name: "CRM relationship mining",
    about: "Finds who knows whom among contacts.",
  },
  {
    id: "autoPublish",
    setting: "AUTO_PUBLISH",
    name: "Auto publish",
    about: "Off is the safe mode: external publishing answers 403, previews and draft exports work.",
  },
] as const;
