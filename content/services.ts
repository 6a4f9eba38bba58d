// The four kinds of building work: the home page, the development page and the legacy build page draw from this list.

export interface BuildService {
  title: string;
  /** What we do, for the home page and the legacy page. */
  summary: string;
  /** Whom it suits, for the development page. */
  suits: string;
  youGet: string;
  usually: string;
  /** From and to, in dollars: sample content. */
  costs: readonly [number, number];
  /** Which pictogram: lines that merge, pass, fork or branch. */
  pictogram: "merge" | "pass" | "fork" | "branch";
}

export const buildServices: readonly BuildService[] = [
  {
    title: "Internal tool design and co-development",
    summary: "We design the tool with the team that will use it and write the first version side by side.",
    suits: "For a team that spends its week moving text between systems.",
    youGet: "A tool in daily use, and its source",
    usually: "6 to 10 weeks",
    costs: [60_000, 110_000],
    pictogram: "merge",
  },
  {
    title: "Modular automation",
    summary: "Small, replaceable steps with a log for each. Swap the model without touching the rest.",
    suits: "For a process with ten steps, of which four should not need a person.",
    youGet: "Steps that can be swapped one at a time",
    usually: "4 to 8 weeks",
    costs: [35_000, 80_000],
    pictogram: "pass",
  },
  {
    title: "AI product prototyping",
    summary: "A working prototype in front of real users in weeks, with a written reason to continue or stop.",
    suits: "For a product idea that needs real users before it needs a budget.",
    youGet: "A prototype and a written go or stop",
    usually: "3 to 5 weeks",
    costs: [28_000, 45_000],
    pictogram: "fork",
  },
  {
    title: "Partner-led agent builds",
    summary: "Agents built with your engineering partner, with limits and tests agreed before the first run.",
    suits: "For an engineering partner that wants agents built with limits and tests.",
    youGet: "Agents, tests and an operating guide",
    usually: "8 to 12 weeks",
    costs: [90_000, 160_000],
    pictogram: "branch",
  },
];

/** A standing adviser: by the month, in dollars. Sample content. */
export const consulting = { monthly: 8_500, atLeastMonths: 3 } as const;

/** The three-step partnership of the development page. */
export const partnership = [
  {
    title: "Discovery",
    text: "We watch the work, read the data and write down what a good result looks like.",
  },
  {
    title: "Co-Creation",
    text: "Your people and ours commit to the same repository, every day.",
  },
  {
    title: "Transfer",
    text: "Documentation, a handover week and a phone number. Then the work is yours.",
  },
] as const;
