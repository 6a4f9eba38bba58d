// The one list of what Bootloader is made of. Pages and documentation may name only what stands here (bootloader-words.test.ts).
// Configuration fields, exit codes and errors are in bootloader-reference.ts.

export const packageName = "@guidevane/bootloader";
export const version = "1.4.0";
export const nodeVersion = "22.18";
export const claims = { swarmSeconds: 30, quickstartMinutes: 5 } as const;

export const installCommand = `npm install -g ${packageName}`;
/** The same with the other package managers. Workspaces themselves are npm workspaces. */
export const installCommands = [
  { manager: "npm", command: installCommand },
  { manager: "pnpm", command: `pnpm add -g ${packageName}` },
  { manager: "bun", command: `bun add -g ${packageName}` },
] as const;
/** What the generated package.json runs. */
export const scripts = { swarm: "bootloader run", test: "bootloader test" } as const;

export type Flag = { name: string; value?: string; short?: string; default?: string; does: string };
export type Command = { name: string; args: string; does: string; flags: readonly Flag[]; example: string };

const json: Flag = { name: "--json", does: "Prints one JSON object per line instead of text." };
const agent: Flag = { name: "--agent", value: "<name>", does: "Limits the command to one agent. May be repeated." };
const adapterFlag = (does: string): Flag => ({ name: "--adapter", value: "<id>", does });

export const globalFlags: readonly Flag[] = [
  { name: "--cwd", value: "<path>", default: "current folder", does: "Runs as if started in this folder." },
  { name: "--quiet", short: "-q", does: "Prints errors only." },
  { name: "--no-color", does: "Prints without color. Setting NO_COLOR does the same." },
  { name: "--version", short: "-v", does: "Prints the version and ends." },
  { name: "--help", short: "-h", does: "Prints the help of the command and ends." },
];

export const commands: readonly Command[] = [
  {
    name: "new",
    args: "<name>",
    does: "Writes a workspace, installs its packages and runs its tests.",
    flags: [
      { name: "--template", value: "<id>", does: "Starts from a template instead of a prompt." },
      {
        name: "--prompt",
        value: "<text>",
        does: "Describes the swarm in a sentence. Asked for when both are missing.",
      },
      adapterFlag("Makes this adapter the default one. Both are always written."),
      { name: "--license", value: "<id>", default: "agpl", does: "agpl or commercial: decides the LICENSE file." },
      { name: "--no-install", does: "Writes the files and stops before installing and testing." },
      { name: "--dry-run", does: "Prints the files it would write and writes none." },
      { name: "--force", does: "Writes into a folder that is not empty. Files of the same name are replaced." },
    ],
    example: "bootloader new support-desk --template e-commerce",
  },
  {
    name: "connect",
    args: "<adapter>",
    does: "Stores the key of a platform in the system keychain and checks it.",
    flags: [
      { name: "--key-env", value: "<name>", does: "Reads the key from this variable instead of asking for it." },
      { name: "--project", value: "<id>", does: "Portia only: the project that runs belong to." },
      { name: "--check", does: "Checks the stored key and changes nothing." },
      { name: "--remove", does: "Deletes the stored key." },
    ],
    example: "bootloader connect codex",
  },
  {
    name: "add",
    args: "<kind> <name>",
    does: "Adds an agent, a plugin or an adapter to the workspace and to swarm.config.ts.",
    flags: [
      { name: "--from", value: "<package>", does: "Installs it from npm instead of writing a new one." },
      { name: "--dry-run", does: "Prints the files it would write and writes none." },
    ],
    example: "bootloader add plugin returns-policy",
  },
  {
    name: "run",
    args: "",
    does: "Starts every agent of the workspace on this machine.",
    flags: [
      agent,
      adapterFlag("Uses this adapter for this run only."),
      { name: "--port", value: "<number>", default: "4180", does: "Port of the local inbox." },
      { name: "--record", does: "Saves each run to runs/ as a new file, whatever the configuration says." },
      json,
    ],
    example: "bootloader run --adapter portia",
  },
  {
    name: "send",
    args: "<message>",
    does: "Sends one message to a running swarm and prints the answer.",
    flags: [
      { name: "--to", value: "<agent>", default: "entry agent", does: "Skips the entry agent." },
      { name: "--port", value: "<number>", default: "4180", does: "Port of the local inbox." },
      json,
    ],
    example: 'bootloader send "Where is order 1042?"',
  },
  {
    name: "test",
    args: "",
    does: "Runs the unit tests and replays the recorded runs without calling a platform.",
    flags: [
      agent,
      {
        name: "--update",
        does: "Asks the platform again for every run in runs/ and overwrites its file. Needs a connection.",
      },
      { name: "--reporter", value: "<id>", default: "text", does: "text, junit or json." },
    ],
    example: "bootloader test --reporter junit",
  },
  {
    name: "deploy",
    args: "",
    does: "Builds the workspace and starts it on the target.",
    flags: [
      { name: "--target", value: "<id>", default: "deploy.target", does: "docker or portia." },
      { name: "--dry-run", does: "Builds, prints what would change and stops." },
      { name: "--skip-tests", does: "Deploys without running the tests first." },
      json,
    ],
    example: "bootloader deploy --target docker",
  },
  {
    name: "watch",
    args: "",
    does: "Follows the runs of a local or deployed swarm.",
    flags: [
      agent,
      { name: "--since", value: "<duration>", default: "10m", does: "How far back to begin, such as 30s, 10m or 2h." },
      { name: "--target", value: "<id>", default: "deploy.target", does: "local, docker or portia." },
      json,
    ],
    example: "bootloader watch --agent refunds --since 2h",
  },
  {
    name: "approve",
    args: "<run>",
    does: "Answers a run that waits for a person.",
    flags: [
      { name: "--reject", does: "Refuses the action. The agent is told and goes on without it." },
      { name: "--note", value: "<text>", does: "A reason, kept with the run." },
    ],
    example: 'bootloader approve run_7f3a --note "Receipt seen"',
  },
  {
    name: "doctor",
    args: "",
    does: "Checks Node, npm, the workspace, the configuration and the connections.",
    flags: [json],
    example: "bootloader doctor",
  },
];

export const adapters = [
  { id: "codex", name: "Codex", file: "adapters/codex.ts", keyVariable: "CODEX_API_KEY" },
  { id: "portia", name: "Portia", file: "adapters/portia.ts", keyVariable: "PORTIA_API_KEY" },
] as const;

export const variables = [
  { name: "CODEX_API_KEY", does: "Key of the Codex adapter. Wins over the keychain." },
  { name: "PORTIA_API_KEY", does: "Key of the Portia adapter. Wins over the keychain." },
  { name: "PORTIA_PROJECT", does: "Portia project, when connect was not given one." },
  { name: "BOOTLOADER_HOME", does: "Folder of the CLI's own cache. Default: the cache folder of the system." },
  { name: "NO_COLOR", does: "Any value switches color off." },
] as const;

export type TemplateId = "e-commerce" | "content-pipeline" | "data-analysis";
type Part = readonly [name: string, does: string];
export type Template = {
  id: TemplateId;
  title: string;
  description: string;
  project: string;
  agents: readonly Part[];
  plugins: readonly Part[];
  runs: readonly string[];
  tests: number;
};

export const templates: readonly Template[] = [
  {
    id: "e-commerce",
    title: "E-commerce assistant",
    description: "Answers order and stock questions, and refunds within a limit you set.",
    project: "support-desk",
    agents: [
      ["triage", "routes each message"],
      ["refunds", "acts within a limit"],
      ["stock", "answers from inventory"],
    ],
    plugins: [
      ["order-lookup", "finds an order"],
      ["inventory", "counts what is left"],
    ],
    runs: ["order-status", "refund-in-limit", "refund-over-limit", "stock-question"],
    tests: 28,
  },
  {
    id: "content-pipeline",
    title: "Content pipeline",
    description: "Plans, drafts, edits and checks an article against your sources.",
    project: "newsroom",
    agents: [
      ["planner", "turns a brief into an outline"],
      ["writer", "drafts from the outline"],
      ["editor", "applies the house style"],
      ["checker", "asks a source for each claim"],
    ],
    plugins: [
      ["house-style", "your rules as a tool"],
      ["source-search", "finds passages in your files"],
    ],
    runs: ["brief-to-outline", "draft", "edit", "unsupported-claim", "whole-article"],
    tests: 34,
  },
  {
    id: "data-analysis",
    title: "Data analysis",
    description: "Answers questions about a table with a query, a chart and a caveat.",
    project: "numbers",
    agents: [
      ["analyst", "writes the query"],
      ["reviewer", "checks the query before it runs"],
      ["reporter", "draws and explains the result"],
    ],
    plugins: [
      ["csv-source", "reads files"],
      ["sql-source", "reads a database, never writes"],
      ["charts", "draws SVG"],
    ],
    runs: ["monthly-total", "missing-values", "refused-write", "chart"],
    tests: 31,
  },
];

export const newCommand = (id: TemplateId, name = templates.find((template) => template.id === id)?.project) =>
  `bootloader new ${name} --template ${id}`;

/** Files at the root of every workspace, with what each is for. */
export const rootFiles = [
  [".github/workflows/check.yml", "runs the tests on push"],
  [".env.example", "names of keys, no values"],
  [".gitignore", "keeps keys and caches out"],
  ["LICENSE", "AGPL-3.0 or commercial"],
  ["README.md", "how to run this swarm"],
  ["package.json", "workspaces and scripts"],
  ["swarm.config.ts", "agents, plugins, limits"],
  ["tsconfig.json", "shared by every package"],
] as const;

export const folders = ["agents/", "adapters/", "plugins/", "runs/", "shared/", ".github/", "workflows/"] as const;
/** What each package of a kind contains. */
export const agentFiles = [
  "agent.ts",
  "agent.test.ts",
  "prompt.md",
  "tools.ts",
  "package.json",
  "tsconfig.json",
] as const;
export const pluginFiles = ["plugin.ts", "plugin.test.ts", "package.json"] as const;
const adapterFiles = ["codex.ts", "portia.ts", "package.json"] as const;
const sharedFiles = ["types.ts", "package.json"] as const;

/** Every file `new` writes for a template, sorted; the lock file comes later, from npm. */
export const filesOf = ({ agents, plugins, runs }: Template): string[] =>
  [
    ...agents.flatMap(([name]) => agentFiles.map((file) => `agents/${name}/${file}`)),
    ...plugins.flatMap(([name]) => pluginFiles.map((file) => `plugins/${name}/${file}`)),
    ...adapterFiles.map((file) => `adapters/${file}`),
    ...sharedFiles.map((file) => `shared/${file}`),
    ...runs.map((name) => `runs/${name}.jsonl`),
    ...rootFiles.map(([file]) => file),
  ].sort();

export const eCommerce = templates[0] as Template;

const leader = (label: string, value: string) => `  ${label} ${".".repeat(22 - label.length)} ${value}`;

/** What `new` prints for a template. */
export const newTranscript = (template: Template): string[] => [
  leader("reading template", `${template.agents.length} agents, ${template.plugins.length} plugins`),
  leader("writing workspace", `${filesOf(template).length} files`),
  leader("adapters", adapters.map((adapter) => adapter.id).join(", ")),
  leader("running tests", `${template.tests} passed`),
  "  ready in 24 s",
];

/** Quick start of the community page: three steps in one terminal. */
export const quickStart = [
  {
    step: 1,
    title: "Install the CLI",
    command: installCommand,
    description: `Once per machine. Needs Node ${nodeVersion} or newer.`,
    output: ["added 64 packages in 6s"],
  },
  {
    step: 2,
    title: "Create a project",
    command: newCommand("e-commerce"),
    description: "Writes the workspace, installs it and runs its tests.",
    output: newTranscript(eCommerce),
  },
  {
    step: 3,
    title: "Configure and deploy",
    command: `cd ${eCommerce.project} && bootloader connect codex && bootloader deploy`,
    description: "Stores the key in your keychain, then starts one container.",
    output: ["  codex ................. connected", "  healthy ............... http://localhost:8080"],
  },
] as const;
