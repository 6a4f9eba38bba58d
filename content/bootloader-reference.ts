// Reference data of the Bootloader beside its commands: configuration, exit codes, errors. See bootloader.ts.

export type ConfigField = { path: string; type: string; default: string; does: string };

/** Fields of swarm.config.ts. `<name>` stands for the name of an agent. */
export const configFields: readonly ConfigField[] = [
  { path: "name", type: "string", default: "required", does: "Lowercase letters, digits and dashes, 40 at most." },
  { path: "adapter", type: '"codex" | "portia" | string', default: '"codex"', does: "Default adapter of every agent." },
  {
    path: "model",
    type: "string",
    default: '"standard"',
    does: "Model of every agent: an alias or a dated name of the platform.",
  },
  { path: "entry", type: "string", default: "first agent", does: "The agent that reads a message first." },
  {
    path: "agents",
    type: "Record<string, AgentConfig>",
    default: "required",
    does: "One entry per agent, 25 at most.",
  },
  { path: "agents.<name>.package", type: "string", default: '"agents/<name>"', does: "Folder of the agent." },
  { path: "agents.<name>.adapter", type: "string", default: "adapter", does: "Adapter of this agent only." },
  { path: "agents.<name>.model", type: "string", default: "model", does: "Model of this agent only." },
  { path: "agents.<name>.handoff", type: "string[]", default: "[]", does: "Agents it may pass a message to." },
  { path: "agents.<name>.tools", type: "string[]", default: "[]", does: "Tools it may call. Others are refused." },
  { path: "agents.<name>.approve", type: "string[]", default: "[]", does: "Tools that wait for a person first." },
  { path: "agents.<name>.limits", type: "Limits", default: "limits", does: "Limits of this agent only." },
  { path: "plugins", type: "string[]", default: "[]", does: "Folders or npm packages, loaded in this order." },
  { path: "limits.maxSteps", type: "number", default: "20", does: "Steps in one run: model calls and tool calls." },
  {
    path: "limits.maxSeconds",
    type: "number",
    default: "60",
    does: "Duration of a run. Waiting for a person is not counted.",
  },
  { path: "limits.maxTokens", type: "number", default: "40000", does: "Tokens read and written in one run." },
  { path: "runs.directory", type: "string", default: '"runs"', does: "Where recorded runs are kept." },
  {
    path: "runs.record",
    type: '"never" | "failures" | "always"',
    default: '"failures"',
    does: "Which runs are saved.",
  },
  {
    path: "runs.redact",
    type: "string[]",
    default: "[]",
    does: "Field names whose values are replaced before saving.",
  },
  { path: "portia.project", type: "string", default: "PORTIA_PROJECT", does: "Project that runs belong to." },
  { path: "portia.region", type: '"eu" | "us"', default: '"eu"', does: "Where Portia keeps the runs." },
  {
    path: "portia.approvalHours",
    type: "number",
    default: "72",
    does: "An unanswered approval is refused after this.",
  },
  { path: "deploy.target", type: '"docker" | "portia"', default: '"docker"', does: "Target of deploy and watch." },
  { path: "deploy.port", type: "number", default: "8080", does: "Port of the inbox in the container." },
];

export type ExitCode = { code: number; name: string; means: string };

export const exitCodes: readonly ExitCode[] = [
  { code: 0, name: "done", means: "The command did what it says." },
  { code: 1, name: "failed", means: "An unexpected error. The message names a log file." },
  { code: 2, name: "usage", means: "Unknown command, flag or value." },
  { code: 3, name: "workspace", means: "No workspace here, or its configuration is not valid." },
  { code: 4, name: "connection", means: "A platform is not connected, refuses the key or does not answer." },
  { code: 5, name: "tests", means: "At least one test or replay failed." },
  { code: 6, name: "limit", means: "A run reached one of its limits." },
  { code: 7, name: "deploy", means: "The target refused or did not become healthy." },
  { code: 130, name: "stopped", means: "Stopped from the keyboard. Agents finish the step they are in." },
];

/** `exit` is null where the command goes on. */
export type ToolError = { id: string; exit: number | null; message: string; fix: string };

export const errors: readonly ToolError[] = [
  { id: "BL2001", exit: 2, message: "Unknown command.", fix: "Run bootloader --help for the list." },
  { id: "BL2002", exit: 2, message: "Unknown flag for this command.", fix: "Run the command with --help." },
  { id: "BL2003", exit: 2, message: "Unknown template.", fix: "Use e-commerce, content-pipeline or data-analysis." },
  { id: "BL2004", exit: 2, message: "The folder is not empty.", fix: "Choose another name, or pass --force." },
  { id: "BL3001", exit: 3, message: "No swarm.config.ts in this folder.", fix: "Go to the workspace, or pass --cwd." },
  {
    id: "BL3002",
    exit: 3,
    message: "A field of swarm.config.ts is not valid.",
    fix: "The message names the field and the line.",
  },
  {
    id: "BL3003",
    exit: 3,
    message: "An agent hands off to an agent that does not exist.",
    fix: "Correct agents.<name>.handoff, or add the agent.",
  },
  {
    id: "BL3004",
    exit: 3,
    message: "Two plugins offer a tool of the same name.",
    fix: "Rename one, or remove a plugin.",
  },
  { id: "BL4001", exit: 4, message: "The adapter is not connected.", fix: "Run bootloader connect with its id." },
  {
    id: "BL4002",
    exit: 4,
    message: "The platform refused the key.",
    fix: "Run bootloader connect again with a new key.",
  },
  {
    id: "BL4003",
    exit: 4,
    message: "The platform did not answer in 10 seconds.",
    fix: "Try again. Nothing was sent twice.",
  },
  {
    id: "BL4004",
    exit: 4,
    message: "The adapter has no project.",
    fix: "Pass --project to connect, or set portia.project.",
  },
  {
    id: "BL4005",
    exit: null,
    message: "A tool waits for approval and there is no one to ask.",
    fix: "The call is refused and the agent is told. Use an adapter that holds runs, or a terminal.",
  },
  {
    id: "BL4006",
    exit: 4,
    message: "The platform takes no more calls this minute.",
    fix: "Send fewer messages at once, or ask for a higher limit.",
  },
  {
    id: "BL4007",
    exit: 4,
    message: "The platform has no model of this name.",
    fix: "Correct model, or remove it to use the default one. doctor lists the names.",
  },
  {
    id: "BL5001",
    exit: 5,
    message: "A replay differs from its recording.",
    fix: "Read the difference, then correct it or run bootloader test --update.",
  },
  {
    id: "BL6001",
    exit: 6,
    message: "The run reached limits.maxSteps.",
    fix: "Look for two agents handing off to each other.",
  },
  {
    id: "BL6002",
    exit: 6,
    message: "The run reached limits.maxSeconds.",
    fix: "Raise the limit, or give the slow tool a timeout.",
  },
  {
    id: "BL6003",
    exit: 6,
    message: "The run reached limits.maxTokens.",
    fix: "Shorten the prompt, or raise the limit.",
  },
  {
    id: "BL7001",
    exit: 7,
    message: "The target did not become healthy in 60 seconds.",
    fix: "Run bootloader watch and read the first error.",
  },
  { id: "BL7002", exit: 7, message: "The tests failed, so nothing was deployed.", fix: "Run bootloader test." },
  {
    id: "BL7003",
    exit: 7,
    message: "The workspace is larger than the target takes.",
    fix: "Move large files out of the workspace. Nothing was changed on the target.",
  },
];

/** How long Portia keeps a run, by edition, in days. */
export const historyDays = { Community: 7, Professional: 90, Enterprise: 365 } as const;

export type Limit = { what: string; value: string; after: string };

/** Limits of the Portia platform. */
export const portiaLimits: readonly Limit[] = [
  { what: "agents in a swarm", value: "25", after: "`BL3002` at start" },
  { what: "input or result of one tool call", value: "256 KB", after: "the call fails, the agent is told" },
  { what: "model calls in a minute, per project", value: "120", after: "the next one waits, up to 30 s" },
  { what: "model calls in a minute, Enterprise", value: "600", after: "the next one waits, up to 30 s" },
  {
    what: "waiting for approval",
    value: "72 h, or `portia.approvalHours`",
    after: 'refused, with the note "expired"',
  },
  { what: "workspace upload", value: "50 MB", after: "`BL7003`, nothing changes" },
  ...Object.entries(historyDays).map(([edition, days]) => ({
    what: `run history, ${edition}`,
    value: `${days} days`,
    after: "the run is deleted",
  })),
];

export type InboxRoute = { request: string; takes: string; answers: string; does: string };

/** What the inbox of a running swarm understands. */
export const inboxRoutes: readonly InboxRoute[] = [
  {
    request: "POST /messages",
    takes: "InboxMessage",
    answers: "200 RunResult, 202 RunResult while it is held, 400 InboxError",
    does: "Sends one message and waits for the answer, as `bootloader send` does. With `Accept: application/x-ndjson` it streams.",
  },
  {
    request: "GET /runs/<id>",
    takes: "nothing",
    answers: "200 RunResult, 404 InboxError",
    does: "How a run stands now.",
  },
  {
    request: "POST /runs/<id>/decision",
    takes: "Decision",
    answers: "200 RunResult, 404 or 409 InboxError",
    does: "Answers a held run, as `bootloader approve` does. 409 when somebody was faster.",
  },
  {
    request: "DELETE /runs/<id>",
    takes: "nothing",
    answers: "200 RunResult, 404 InboxError",
    does: "Cancels a run: its signal is aborted, a hold is refused, and its state is stopped.",
  },
  { request: "GET /health", takes: "nothing", answers: "200, 503 while agents start", does: "For a load balancer." },
];

export type JsonKind = { type: string; printedBy: string; says: string };

/** The objects that --json prints, one a line. The field `type` tells them apart. */
export const jsonKinds: readonly JsonKind[] = [
  { type: "agent", printedBy: "run", says: "An agent listens, or has stopped." },
  { type: "step", printedBy: "run, send, watch", says: "A model call or a tool call has ended." },
  { type: "text", printedBy: "send, and the inbox", says: "A piece of the answer, as the model writes it." },
  { type: "handoff", printedBy: "run, send, watch", says: "An agent passed the message on." },
  { type: "held", printedBy: "run, send, watch", says: "The run waits for a person." },
  { type: "answer", printedBy: "run, send, watch", says: "The run has ended with an answer." },
  { type: "deployed", printedBy: "deploy", says: "The target is healthy, or would be: see dryRun." },
  { type: "check", printedBy: "doctor", says: "One thing was looked at." },
  { type: "error", printedBy: "all of them", says: "An error of the list below." },
];

export type PlatformModel = { name: string; suits: string; read: string; written: string };

/** Models of Codex by their aliases, with what a million tokens cost, in dollars. Portia runs the same ones at the same price. */
export const platformModels: readonly PlatformModel[] = [
  { name: "small", suits: "routing, extraction, short answers", read: "0.20", written: "0.80" },
  { name: "standard", suits: "tools, several steps, most agents", read: "1.00", written: "4.00" },
  { name: "large", suits: "long documents, code, hard judgment", read: "5.00", written: "20.00" },
];
