// Bootloader beside three frameworks, from their own documentation. Checked on the day below; they change monthly.
export const comparedOn = "18 November 2026";

export const frameworks = ["Bootloader", "LangGraph", "CrewAI", "Mastra"] as const;

/** What is asked, and the answer for each, in the order above. Words between backticks are code. */
export const comparison: readonly (readonly [question: string, ...answers: string[]])[] = [
  [
    "What it is",
    "a command line that writes a workspace, and a runtime for it",
    "a library for agents as graphs with state",
    "a framework of crews (roles) and flows (steps)",
    "a framework: agents, workflows, memory, evals",
  ],
  ["Languages", "TypeScript", "Python, TypeScript", "Python", "TypeScript"],
  ["License", "AGPL-3.0 or commercial", "MIT", "MIT", "Apache-2.0, some parts under an enterprise license"],
  [
    "Models",
    "what our two platforms have, or an adapter of yours",
    "most providers, through LangChain’s integrations",
    "most providers",
    "most providers, by name in one string",
  ],
  [
    "Human in the loop",
    "`approve`, held on Portia",
    "`interrupt`, with a checkpointer",
    "`@human_feedback` in flows",
    "suspend and resume in workflows",
  ],
  [
    "Keeps state",
    "on Portia, or in a memory store of yours",
    "checkpointers, for example in PostgreSQL",
    "state and memory of flows and crews",
    "storage adapters",
  ],
  [
    "Tests without a model",
    "recorded runs, replayed",
    "yours to build",
    "yours to build",
    "yours to build; it has evals, which ask a model",
  ],
  [
    "Traces",
    "JSON lines; no OpenTelemetry",
    "LangSmith, OpenTelemetry",
    "its own tracing, many integrations",
    "OpenTelemetry, and many integrations",
  ],
  ["Usage data sent by default", "none", "not checked", "anonymous, can be switched off", "not checked"],
];
