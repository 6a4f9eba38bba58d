// The strategic brief: two pages a leadership team can read before its first meeting on the subject.

export const brief = {
  title: "Strategic brief",
  line: "What a leadership team should settle about AI in one quarter, and in what order.",
  situation:
    "Language models now sit between many of your decisions and the people who make them: in the mail program, in the search box, in the tools your suppliers use. Few organizations chose this. The task of the next quarter is not to adopt AI. It is to find out where it already is, to say what it may do, and to pick two places where it pays.",
  marks: [
    { name: "Read", text: "It may look at something and report." },
    { name: "Draft", text: "It may prepare an action that a person completes." },
    {
      name: "Act within limits",
      text: "It may complete the action below a stated amount, in a stated system, with a record.",
    },
    { name: "Act and tell", text: "It may complete the action and inform somebody afterward." },
  ],
  keep: [
    "Whom you are willing to lose: customers, suppliers, contracts.",
    "What you apologize for, and in whose name.",
    "What counts as good, when two answers are acceptable.",
    "What you promise. Whatever speaks for you on your own site is you.",
  ],
  plan: [
    {
      when: "Weeks 1-2",
      what: "Inventory",
      text: "Each function lists where software already acts or advises, unofficial cases included. Nobody is punished for an honest list.",
    },
    {
      when: "Weeks 3-4",
      what: "Permission",
      text: "Each entry gets one of the four words and a signature. Where nobody can say who decided, it goes back to draft.",
    },
    {
      when: "Weeks 5-6",
      what: "Count",
      text: "Two processes, fifty real cases each: elapsed time, working time, returns, cost of an error.",
    },
    {
      when: "Weeks 7-11",
      what: "Try",
      text: "One small build per process, with people from the function at the same table. Checking is designed before the tool.",
    },
    {
      when: "Week 12",
      what: "Decide",
      text: "Go or stop for each, in writing, against the numbers from week six. Stopping one is a good result.",
    },
  ],
  questions: [
    "What is in front of the model when it answers, and who put it there?",
    "How will we know when it is wrong, and who will be looking?",
    "What do the same fifty cases cost us today?",
    "What happens on the day the supplier changes the model?",
    "What will we stop doing if this works?",
  ],
} as const;
