// Sample content: one engagement told in full. The client, the people and the figures are invented; replace them with a real
// case, with permission.
import { dollars } from "./dollars.ts";
import { workshops } from "./offers.ts";
import { testimonials } from "./testimonials.ts";

const review = workshops.find((offer) => offer.slug === "operations-review");

export const dispatchCase = {
  path: "/cases/dispatch-notes",
  client: "Tarnwick",
  trade: "rail",
  title: "The note that was typed three times",
  lead: "Tarnwick moves freight on 1,400 kilometers of track. It asked us for a model that predicts delays. It got a form with four fields, and the delays got shorter.",
  facts: [
    ["Client", "Tarnwick, rail freight, 31 dispatchers in three shifts"],
    ["Engagement", "AI Operations Review, then an internal tool"],
    ["Length", "2 weeks, then 7 weeks"],
    ["Cost", `${dollars(review?.price ?? 0)}, then $71,000`],
  ],
  parts: [
    {
      title: "The problem",
      text: [
        "A broken switch, a late crew, a train too long for the siding: about forty times a day somebody at dispatch has to re-plan. The plan itself took eight minutes. Telling everybody took thirty-three: the same note was typed into the log, into the mail to the customer and into the radio script, in three different words.",
        "Management had seen the delays and had already chosen the remedy, a model that predicts them. Two vendors had been asked for prices.",
      ],
    },
    {
      title: "The decision",
      text: [
        "We sat with dispatch for two days and timed 64 re-plans with a watch. On the third day we showed the result to the people who had been timed, and on the ninth to the board: four fifths of the minutes went into writing, none into foreseeing.",
        "The question was put to the board in one sentence. Do you want to know about a delay eleven minutes earlier, or be done with it twenty minutes sooner? They took the second.",
      ],
    },
    {
      title: "What was stopped",
      text: [
        "The prediction project, before its contract: $380,000 over two years. In the vendors’ own trial it was right about the cause in half of the cases, and dispatchers would have had to check each of them.",
        "Also our own first idea, a model that listens to the radio. It worked in the quiet hours and failed in the loud ones, which are those that count. We took it out after nine days and say so here because it cost Tarnwick a week.",
      ],
    },
    {
      title: "What was built",
      text: [
        "One form with four fields: what, where, until when, who decides. A model writes the three notes from it, in the words each reader expects. The dispatcher reads them side by side and sends them with one key. Nothing leaves without that key.",
        "Two of Tarnwick’s engineers wrote it with us and have changed it six times since we left.",
      ],
    },
  ],
  /** Minutes for one re-plan, measured before and twelve weeks after; drawn to scale. */
  minutes: [
    { label: "Before", plan: 8, write: 33 },
    { label: "After", plan: 8, write: 9 },
  ],
  result: [
    ["17 minutes", "for one re-plan, down from 41. Measured on 58 cases, by the same people with the same watch."],
    ["1 in 26", "notes is corrected before it is sent. The dispatchers count; we do not."],
    ["$380,000", "not spent on a prediction nobody would have had time to read."],
  ],
  unknown:
    "We do not know how much of the rest was the summer: July has fewer re-plans than April. Tarnwick measures again this winter.",
  quote: testimonials[2],
} as const;
