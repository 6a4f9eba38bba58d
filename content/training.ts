// AI at Work, the one-day executive training: its page and the PDF overview draw from this file.

export const training = {
  title: "AI at Work",
  line: "One day for a leadership team that has to decide, not to program.",
  length: "4-6 hours",
  group: "5-10 leaders",
  place: "At your office, or ours",
  file: "/assets/training-overview.pdf",
  /** The day bar, drawn to scale in half hours. The last two blocks are the difference between 4 and 6 hours. */
  day: [
    {
      title: "What it does",
      minutes: 60,
      core: true,
      text: "How a model arrives at an answer, on three of your own documents.",
    },
    {
      title: "Where it fails",
      minutes: 60,
      core: true,
      text: "Six failures, each produced live, and what each looks like from outside.",
    },
    {
      title: "Checking",
      minutes: 60,
      core: true,
      text: "Who looks, at how many, against what. Your team writes its first exam.",
    },
    {
      title: "Deciding",
      minutes: 60,
      core: true,
      text: "A real decision from your agenda, taken twice: without a model, then with one.",
    },
    {
      title: "Your process",
      minutes: 60,
      core: false,
      text: "One process mapped end to end, with waiting and working time apart.",
    },
    {
      title: "Your rules",
      minutes: 60,
      core: false,
      text: "A one-page position on use, drafted in the room and read aloud.",
    },
  ],
  learned: [
    {
      title: "To tell a fluent answer from a good one",
      text: "Four checks that take under two minutes, and the one question that exposes a guess.",
    },
    {
      title: "To ask so that the answer can be used",
      text: "What to put in front of a model, what to leave out, and how to say who will read the result.",
    },
    {
      title: "To sort work by what checking costs",
      text: "Which tasks to hand over, which to share and which to keep, with reasons a works council would accept.",
    },
    {
      title: "To read a proposal",
      text: "Five questions for suppliers and for your own engineers, and what a weak answer sounds like.",
    },
  ],
  audience: [
    { title: "Executive committees", text: "who will be asked for a position this year and would like to have one." },
    { title: "Function heads", text: "in operations, finance, legal and people, with a budget and a backlog." },
    { title: "Boards", text: "in the shorter form, with the four blocks of the morning." },
  ],
  notFor: "It is not a programming course, and it is not a tour of products. Engineers are welcome as witnesses.",
} as const;

export type TrainingBlock = (typeof training.day)[number];
