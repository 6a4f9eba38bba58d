// Name, addresses, external links and owner: everything a new owner changes first. Sample content.
export const site = {
  name: "Guidevane",
  initials: "GV",
  tagline: "Strategic AI Advisory",
  signOff: "Set the angle.",
  description:
    "Guidevane advises leadership teams on AI: executive workshops, talks, consulting and builds that end with a handover.",
  /** Public address the pages are built with; the server puts SITE_URL in its place. */
  url: "https://guidevane.example",
  /** The dashboard greets them where the signed-in person has given no name. Sample content, and marked so there: put your own. */
  owner: { name: "Noor Marchetti", isSample: true },
  email: "hello@guidevane.example",
  salesEmail: "sales@guidevane.example",
  /** Who answers for the site, and where. */
  legalName: "Guidevane Advisory LLC",
  street: "14 Customs Wharf",
  city: "Portland",
  region: "Maine",
  country: "US",
  since: 2016,
  footerYear: 2024,
  responsePromise: "Within 2 business days",
  consultMinutes: 30,
  manifestoUpdated: "December 2024",
} as const;

/** Who mail comes from where no sender is set: people read a name, not an address. */
export const mailSender = (email: string = site.email) => `${site.name} <${email}>`;

/** External addresses; they open in a new tab. */
export const links = {
  bootable: "https://bootable.example",
  bavl: "https://bavl.example",
  sourceProfile: "https://code.example/guidevane",
  bootloaderRepository: "https://code.example/guidevane/bootloader",
  codexKeys: "https://codex.example/keys",
  portiaKeys: "https://portia.example/keys",
  codexModels: "https://codex.example/models",
  langgraph: "https://docs.langchain.com/oss/javascript/langgraph/overview",
  crewai: "https://docs.crewai.com",
  mastra: "https://mastra.ai/docs",
  chatCommunity: "https://chat.example/bootloader",
  newsletterArchive: "https://newsletter.example/torah-and-ai/archive",
  payment: "https://pay.example/gpt-extender-lite",
} as const;

/** Scheduling widget of /contact?subject=AI+Consult: the script and the path of the consult slot. */
export const scheduling = {
  script: "https://scheduling.example/embed.js",
  dataPath: "/guidevane/ai-consult",
} as const;

/** Newsletter sign-up frame of the guide page. */
export const newsletter = { frame: "https://newsletter.example/torah-and-ai/embed" } as const;

/** Third parties a page may load from; the content security policy allows nothing else. */
export const embeds: readonly { path: string; scripts: readonly string[]; frames: readonly string[] }[] = [
  { path: "/contact", scripts: [new URL(scheduling.script).origin], frames: [new URL(scheduling.script).origin] },
  { path: "/build/torah-and-ai/availut", scripts: [], frames: [new URL(newsletter.frame).origin] },
];
