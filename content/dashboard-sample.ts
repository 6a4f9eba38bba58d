// Sample figures and rows of the dashboard, shown under a badge until deals and tasks are kept here.
export const figures = [
  { name: "Pipeline value", value: "$442,500", note: null },
  { name: "Active deals", value: "23", note: null },
  { name: "Contacts", value: "156", note: null },
  { name: "Active sequences", value: "5", note: "127 enrollments" },
] as const;

/** In the order a deal moves through them. */
export const stages = ["Discovery", "Proposal", "Negotiation"] as const;

export interface SampleDeal {
  name: string;
  value: number;
  stage: (typeof stages)[number];
  module: "RLCT" | "Publisher" | "Workshops";
}
export const recentDeals: readonly SampleDeal[] = [
  { name: "Castelline operations review", value: 96_000, stage: "Negotiation", module: "Workshops" },
  { name: "Norrfall publishing desk", value: 148_000, stage: "Proposal", module: "Publisher" },
  { name: "Meridel triage pilot", value: 62_500, stage: "Discovery", module: "RLCT" },
  { name: "Ostrey & Reed literacy series", value: 36_000, stage: "Proposal", module: "Workshops" },
  { name: "Veldhaven yard assistant", value: 100_000, stage: "Discovery", module: "RLCT" },
];

export const dealsPage = "/admin/deals";
export const tasksPage = "/admin/tasks";

export interface SampleTask {
  title: string;
  due: string;
  priority: "high" | "medium" | "low";
}
export const upcomingTasks: readonly SampleTask[] = [
  { title: "Send Castelline the revised scope", due: "Today", priority: "high" },
  { title: "Review Norrfall security answers", due: "Tomorrow", priority: "high" },
  { title: "Book venue for the Tarnwick session", due: "Thursday", priority: "medium" },
  { title: "Tag November contacts", due: "Next week", priority: "low" },
];
