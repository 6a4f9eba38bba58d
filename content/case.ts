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
  lead: "Tarnwick moves freight on 1,400 kilometers of track. It asked us for a model that predicts delays. It got a form with four fields, and dispatchers got back 24 minutes of every re-plan.",
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
  /** What the figures are: from where to where the watch ran, how many, when, by whom. */
  measured: [
    ["What", "Minutes of one dispatcher’s work for one re-plan, not the length of the delay"],
    ["Watch starts", "When the cause is known at the desk: a call, an alarm, a message from the crew"],
    ["Planning ends", "When the new order of trains is entered in the plan"],
    ["Watch stops", "When the last of the three notes has been sent: log, customer, radio"],
    [
      "Before",
      "64 of the 79 re-plans on two days in April, in all three shifts; the other 15 fell while we sat at another desk",
    ],
    [
      "After",
      "58 of 66 on two days in July, three weeks after the tool came into use, by the same people with the same watch",
    ],
    ["Figure", "The mean. The middle half of the cases took 30 to 52 minutes before, 12 to 21 after"],
    ["Not measured", "Lateness of trains, customers’ complaints, and what a note costs that is wrong"],
  ],
  /** Minutes for one re-plan, measured before and twelve weeks after; drawn to scale. */
  minutes: [
    { label: "Before", plan: 8, write: 33 },
    { label: "After", plan: 8, write: 9 },
  ],
  result: [
    ["17 minutes", "for one re-plan, down from 41. The mean of 58 cases against the mean of 64."],
    ["1 in 26", "notes is corrected before it is sent: 107 of 2,782 in July. The dispatchers count; we do not."],
    ["$380,000", "not spent on a prediction nobody would have had time to read."],
  ],
  unknown:
    "We do not know how much of the rest was the summer: July has fewer re-plans than April. Tarnwick measures again this winter.",
  quote: testimonials[2],
} as const;
