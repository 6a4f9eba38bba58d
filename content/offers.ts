// Workshops and talks. The education page, the home page and the two legacy pages draw from these lists.
import { site } from "./site.ts";

export interface WorkshopOffer {
  slug: "ai-literacy" | "build-with-ai" | "operations-review";
  title: string;
  duration: string;
  participants: string;
  audience: string;
  /** In dollars, for the whole group: sample content. */
  price: number;
  description: string;
  /** Drawn to scale: blocks of two hours, or working days. */
  sessions: { unit: "2 hours" | "day"; names: readonly string[] };
  structure: readonly string[];
  outcomes: readonly string[];
  subject: "Workshop Inquiry";
}

export const workshops: readonly WorkshopOffer[] = [
  {
    slug: "ai-literacy",
    title: "AI Literacy for Executive Teams",
    duration: "3 sessions of 2 hours",
    participants: "5-10 leaders",
    audience: "C-suite and VP level",
    price: 14_500,
    description: "What the models do well, where they fail, and how to tell which is which.",
    sessions: { unit: "2 hours", names: ["Read", "Question", "Decide"] },
    structure: [
      "How a model arrives at an answer",
      "Reading output against your own sources",
      "Risk, cost and who owns the result",
    ],
    outcomes: ["A shared vocabulary", "A one-page position on use", "Three use cases ranked by value"],
    subject: "Workshop Inquiry",
  },
  {
    slug: "build-with-ai",
    title: "Build With AI",
    duration: "5 sessions of 2 hours",
    participants: "5-8 leaders",
    audience: "Product, operations, strategy",
    price: 24_000,
    description: "Leaders build a small working tool themselves, and learn what their teams will face.",
    sessions: { unit: "2 hours", names: ["Frame", "Draft", "Connect", "Test", "Hand over"] },
    structure: ["Pick one real task", "Build it in guided steps", "Test it on last quarter’s cases"],
    outcomes: ["A tool in daily use", "A costed plan for the next one", "A sense of what is hard"],
    subject: "Workshop Inquiry",
  },
  {
    slug: "operations-review",
    title: "AI Operations Review",
    duration: "2 weeks intensive",
    participants: "Leadership plus technical teams",
    audience: "COO, CIO, heads of function",
    price: 48_000,
    description: "Two weeks inside your operation. We map the work, measure it, and say what to change first.",
    sessions: { unit: "day", names: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] },
    structure: [
      "Days 1 to 3: sit with the people who do the work",
      "Days 4 to 7: measure time, errors and cost per case",
      "Days 8 to 10: report to leadership and technical teams together",
    ],
    outcomes: ["A map of the work as it is done", "A ranked list of changes with costs", "A list of things to stop"],
    subject: "Workshop Inquiry",
  },
];

export interface Presentation {
  slug: "keynote" | "briefing" | "session";
  title: string;
  duration: string;
  /** Drawn on the minute ruler: solid up to `from`, hatched up to `to`. */
  minutes: { from: number; to: number };
  format: string;
  /** In dollars, travel included: sample content. */
  fee: number;
  description: string;
  audience: string;
  keyPoints: readonly string[];
  cta: string;
  subject: "Speaking Engagement";
}

export const presentations: readonly Presentation[] = [
  {
    slug: "keynote",
    title: "Who sets the angle",
    duration: "45-60 minutes",
    minutes: { from: 45, to: 60 },
    format: "Keynote",
    fee: 12_000,
    description: "One argument, built for your audience: what to hand to a model, what to keep, and how to tell.",
    audience: "Conferences and company meetings",
    keyPoints: [
      "Why a model is a good second opinion and a bad first one",
      "Four decisions no organization should delegate",
      "What the first hundred days look like when they go well",
    ],
    cta: "Book the keynote",
    subject: "Speaking Engagement",
  },
  {
    slug: "briefing",
    title: "What changed this quarter",
    duration: "30-45 minutes",
    minutes: { from: 30, to: 45 },
    format: "Executive briefing",
    fee: 7_500,
    description: "The few developments that matter to your sector, with sources, and what each asks of the board.",
    audience: "Boards and executive committees",
    keyPoints: [
      "Three developments, three things to ignore",
      "Your exposure, by contract and by process",
      "Questions to put to management before the next meeting",
    ],
    cta: "Book the briefing",
    subject: "Speaking Engagement",
  },
  {
    slug: "session",
    title: "The case on the table",
    duration: "60-75 minutes",
    minutes: { from: 60, to: 75 },
    format: "Interactive session",
    fee: 14_000,
    description: "The room works on one live case, with and without a model, then votes and compares.",
    audience: "Leadership offsites of up to 80 people",
    keyPoints: [
      "A written position before the screen is turned on",
      "Reading an answer for what it leaves out",
      "A rule each table adopts for the next ninety days",
    ],
    cta: "Book the session",
    subject: "Speaking Engagement",
  },
];

export interface Step {
  title: string;
  text: string;
}

/** What a program is built on and what it leaves: the three-step advisory process of the education and workshops pages. */
export const advisoryProcess: readonly Step[] = [
  {
    title: "Discovery Briefing",
    text: `${site.consultMinutes} minutes with the sponsor. We agree on the decision the program has to serve.`,
  },
  {
    title: "Custom Workshop Design",
    text: "We build the exercises from your documents and send the outline for comment.",
  },
  {
    title: "Implementation Support",
    text: "Two follow-up calls, so that what was decided is still decided a month later.",
  },
];
