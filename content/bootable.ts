// The three modules of Bootable, infrastructure tools for AI agents. All are in development.

export interface Module {
  name: string;
  description: string;
  details: string;
  features: readonly string[];
  status: "In Development";
}

export const modules: readonly Module[] = [
  {
    name: "Bench",
    description: "A clean place to start an agent, the same every time.",
    details:
      "One file names the model, the tools and the permissions. Bench starts the agent from it in an empty room, and throws the room away afterward.",
    features: [
      "One file per agent, kept in your repository",
      "Starts in under a second",
      "No network unless the file says so",
    ],
    status: "In Development",
  },
  {
    name: "Ledger",
    description: "Memory that several agents share and a person can read.",
    details:
      "What an agent learned is written as dated entries with a source. Agents query it; people correct it; nothing is overwritten.",
    features: [
      "Plain text and SQL, no special database",
      "Every entry names who wrote it and why",
      "Forget a customer in one command",
    ],
    status: "In Development",
  },
  {
    name: "Governor",
    description: "Limits that hold even when the agent would rather they did not.",
    details:
      "Governor sits between the agent and your systems. It counts, compares with the limit you wrote and asks a person when the limit is near.",
    features: [
      "Budgets for money, calls and time",
      "Read, draft, act: one word per tool",
      "A stop that is tested every night",
    ],
    status: "In Development",
  },
];
