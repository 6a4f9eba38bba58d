// AI at Work, the one-day executive training: its page and the PDF overview draw from this file.

export const training = {
  title: "AI at Work",
  line: "One day for a leadership team that has to decide, not to program.",
  length: "4-6 hours",
  group: "5-10 leaders",
  /** In dollars, for the whole group: sample content. */
  price: { four: 6_500, six: 8_500 },
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
  /** One exercise as it is done in the room; the documents are the client's own on the day. */
  exercise: {
    title: "Three summaries, one of them wrong",
    block: "Checking",
    minutes: 25,
    steps: [
      "Each pair gets a contract of four pages from your own files and three summaries of it. A model wrote all three. In one we changed a notice period from 90 days to 30.",
      "Ten minutes without a screen: find the wrong one, and write down how you found it.",
      "Five minutes with a model: ask it which one is wrong. It answers at once, and some pairs get a confident answer that is not right.",
      "Ten minutes together: which check would have caught it, how long does it take, and who would do it on a Tuesday?",
    ],
    leaves:
      "Your team leaves with its first check in writing: what is looked up, in which document, before a summary is used.",
  },
  notFor: "It is not a programming course, and it is not a tour of products. Engineers are welcome as witnesses.",
} as const;
