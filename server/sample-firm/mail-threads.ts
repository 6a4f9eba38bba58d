// What sample people and we wrote to each other. "T" is theirs, "U" ours; all of it is invented.

export interface SampleLine {
  by: "T" | "U";
  text: string;
  file?: readonly [name: string, type: string, bytes: number];
}
export interface SampleThread {
  subject: string;
  lines: readonly SampleLine[];
}

const us = (text: string, file?: SampleLine["file"]): SampleLine => ({ by: "U", text, ...(file && { file }) });
const them = (text: string, file?: SampleLine["file"]): SampleLine => ({ by: "T", text, ...(file && { file }) });

const sheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export const threads: readonly SampleThread[] = [
  {
    subject: "Publishing desk, questions from our side",
    lines: [
      us("The questionnaire is welcome. Send it as it is."),
      them("Security wants it on paper first. They always do."),
      us("Then paper it is. Who reads it besides you?"),
      them("Espen, and after him nobody for a week."),
      us("You will have the answers on Tuesday morning."),
      them(
        "Security has eleven questions, attached. If nine of them are answered by Wednesday I can take it to the committee on the 12th. The other two are theatre.\n\nOne thing outside the list. Espen asks who owns the prompts when you leave. He will ask it again in the room.",
        ["security-questions.xlsx", sheet, 38_912],
      ),
    ],
  },
  {
    subject: "Forty facts from the archive",
    lines: [
      us("Which forty would convince you? We would rather look for those than for any."),
      them("The ones a new editor asks in the first month. I have a list."),
      us("Thirty-one found with page, six without. Three are not in the archive at all.", [
        "facts.csv",
        "text/csv",
        6144,
      ]),
      them("The three are the ones I made up. You pass."),
    ],
  },
  {
    subject: "Discovery week, who sits where",
    lines: [
      us("Five of us for four days. Is there a room with a door?"),
      them("Two desks by the window, and the small meeting room after two."),
      us("That will do. Nobody has asked about the cameras since."),
    ],
  },
  {
    subject: "A first talk",
    lines: [
      them("A colleague at another firm spoke well of you. Could we talk for half an hour next week?"),
      us("Gladly. Tuesday at ten or Thursday at three, by phone or here?"),
      them("Thursday at three, by phone. I will have our head of operations with me."),
      us("In the calendar. Send us one letter that is answered too slowly, and we will begin with that."),
    ],
  },
  {
    subject: "Minutes of Tuesday",
    lines: [
      us("Three things were decided, one was put off. The minutes are attached.", [
        "minutes.pdf",
        "application/pdf",
        81_920,
      ]),
      them("Correct but for the second: we said April, not March."),
      us("April it is. A new version is in your folder."),
    ],
  },
  {
    subject: "Access for two more colleagues",
    lines: [
      them("Two people from the reading room would like to see the pilot. May they?"),
      us("They may. Each gets their own sign-in today."),
    ],
  },
  {
    subject: "What it would cost to wait",
    lines: [
      them("Our board asks what happens if we begin in autumn. An honest answer, please."),
      us(
        "Two months of letters, about 900, answered as now. Nothing breaks. You would also begin with a better archive.",
      ),
      them("That is the first answer of its kind we have had. We will decide on the 20th."),
    ],
  },
  {
    subject: "The invoice of last month",
    lines: [
      them("Our accounting wants the order number on it. It is 4711-B."),
      us("It is on it now, and will be on the next ones.", ["invoice.pdf", "application/pdf", 45_056]),
      them("Paid today."),
    ],
  },
  {
    subject: "One more round with the editors",
    lines: [
      us(
        "Six of eight editors use it daily now. The other two have good reasons; we would like to hear them in person.",
      ),
      them("Come on Friday. One of them will tell you at length."),
    ],
  },
];

/** Answers between a colleague and a person whose words are not shown to others. */
export const closedThreads: readonly SampleThread[] = [
  {
    subject: "About the reference",
    lines: [us("May we name you? One sentence would do."), them("One sentence, and I see it first.")],
  },
  {
    subject: "Lunch",
    lines: [them("Same place as last time?"), us("Same place, half past twelve.")],
  },
];
