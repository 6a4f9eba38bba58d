// Words of the Bootloader landing page and community page. Commands in them come from bootloader.ts.
import { installCommand, newCommand, scripts } from "./bootloader.ts";
import { historyDays } from "./bootloader-reference.ts";

export const tagline = "From prompt to runnable agent swarm in 30 seconds";

export type FeatureIcon = "terminal" | "export" | "plus" | "stack" | "flask" | "document";

/** The six feature cards, in order. */
export const features: readonly { icon: FeatureIcon; title: string; description: string }[] = [
  {
    icon: "terminal",
    title: "One-command scaffolding",
    description: "Agents, tools, prompts and configuration in a workspace that runs as soon as it is written.",
  },
  {
    icon: "export",
    title: "Codex and Portia adapters",
    description: "Both platforms behind one interface. Switch with a flag.",
  },
  {
    icon: "plus",
    title: "Plugin-driven architecture",
    description: "Add a tool or a memory store without touching the core.",
  },
  {
    icon: "stack",
    title: "Monorepo workspaces",
    description: "One package per agent, shared types, one lock file.",
  },
  {
    icon: "flask",
    title: "Built-in testing and CI",
    description: "Recorded runs replay as tests, without a key. The file for GitHub Actions is already there.",
  },
  {
    icon: "document",
    title: "Dual-license ready",
    description: "AGPL-3.0 for the community, commercial terms for closed products. Same code.",
  },
];

export const howItWorks: readonly { title: string; text: string; commands: readonly string[] }[] = [
  {
    title: "Install and connect",
    text: "Add the CLI and give it the key of the platform you use.",
    commands: [installCommand, "bootloader connect codex"],
  },
  {
    title: "Run the new-project command",
    text: "Describe the job in a sentence or start from a template.",
    commands: [newCommand("content-pipeline")],
  },
  {
    title: "Deploy and monitor",
    text: "Ship the workspace and follow the runs of each agent.",
    commands: ["bootloader deploy && bootloader watch"],
  },
];

/** What the Community edition contains: ten items. */
export const checklist: readonly string[] = [
  "The whole CLI: ten commands, no locked flags",
  "All three templates",
  "Codex and Portia adapters, as source you may edit",
  "Plugin and adapter interfaces, typed",
  "npm workspaces with one package per agent",
  "Recorded runs that replay as tests without a key",
  "A file for GitHub Actions that installs, checks types and replays",
  "Approvals in the terminal before a tool acts",
  "Deploy to one container with Docker",
  `${historyDays.Community} days of run history on Portia`,
];

export const runScript = `npm run ${"swarm" satisfies keyof typeof scripts}`;
