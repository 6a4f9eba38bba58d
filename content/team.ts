// Sample content: the people are invented and their portraits drawn. Replace names, roles, looks and years with real ones.

/** How the portrait is drawn (app/site/art/portrait.tsx). */
export interface PortraitLook {
  hair: "short" | "parted" | "long" | "bun" | "curly" | "bald" | "cropped";
  /** Gray hair is drawn lighter. */
  gray?: boolean;
  beard?: boolean;
  glasses?: boolean;
  collar: "shirt" | "round" | "vee";
}

export interface Person {
  name: string;
  role: string;
  /** Two or three sentences. */
  note: string;
  portrait: PortraitLook;
}

export const team: readonly Person[] = [
  {
    name: "Noor Marchetti",
    role: "Founder, strategic advisory",
    note: "Ran operations for a port authority before 2016, and learned there that most forecasts are read once. Takes every first call herself. Says no to about a third of them.",
    portrait: { hair: "bun", collar: "vee" },
  },
  {
    name: "Daniel Roth",
    role: "Education and programs",
    note: "Taught statistics to civil servants for nine years. Builds each program from the client’s own documents and throws the exercises away afterward. Has never shown a vendor slide.",
    portrait: { hair: "parted", glasses: true, collar: "shirt" },
  },
  {
    name: "Adaeze Lindqvist",
    role: "Development",
    note: "Writes the first version, then hands over the keyboard. Wrote control software for hydroelectric plants before that, which is why she asks what happens when it stops.",
    portrait: { hair: "curly", collar: "round" },
  },
  {
    name: "Noam Feldheim",
    role: "Language tools and Bavl",
    note: "Translator from Hebrew for twenty years and editor of the newsletter. Keeps the list of words the models get wrong. It is getting shorter, slowly.",
    portrait: { hair: "cropped", beard: true, glasses: true, collar: "shirt" },
  },
  {
    name: "Sofia Aldana",
    role: "Books and publishing",
    note: "Edited forty nonfiction books, two of them twice. Runs BookDev and reads every manuscript aloud once before it leaves.",
    portrait: { hair: "long", collar: "vee" },
  },
];

export const advisoryGroup: readonly Person[] = [
  {
    name: "Judge Marianne Holt, ret.",
    role: "Evidence and liability",
    note: "Reads our contracts as if she would have to rule on them. Struck the word “ensure” from all of them.",
    portrait: { hair: "parted", gray: true, collar: "shirt" },
  },
  {
    name: "Prof. Kwame Esterhazy",
    role: "Human factors",
    note: "Studies what people stop checking, and how soon. His answer for most tools we showed him: three weeks.",
    portrait: { hair: "bald", beard: true, collar: "round" },
  },
  {
    name: "Ruth Vandermeer",
    role: "Labor and works councils",
    note: "Negotiated for rail workers for two decades. Asks what happens to the hours, and waits for an answer.",
    portrait: { hair: "short", gray: true, glasses: true, collar: "round" },
  },
  {
    name: "Dr. Ishaan Pell",
    role: "Clinical safety",
    note: "Anesthetist. Stopped more pilots than anyone we know, two of them ours, and explained why each time.",
    portrait: { hair: "short", collar: "vee" },
  },
];

export interface Milestone {
  year: string;
  title: string;
  text: string;
  /** What is left of it: a figure in large letters and what it stands for. */
  made: { figure: string; what: string };
}

/** The company story since 2016. */
export const story: readonly Milestone[] = [
  {
    year: "2016",
    title: "Two desks and a turbine",
    text: "Guidevane begins as a two-person operations advisory. The first client is a hydroelectric plant with more sensor data than anybody can read. The name comes from the part of the machine we were standing beside.",
    made: {
      figure: "24 vanes",
      what: "in the machine we were standing beside. The ring on the first page has as many.",
    },
  },
  {
    year: "2018",
    title: "The first thing we told a client not to build",
    text: "A forecasting model that beat the planners by one percent and could not explain itself to them. We wrote down why it should stop. The memo was copied more often than anything we had built.",
    made: {
      figure: "4 pages",
      what: "on why it should stop. Our first publication, and still the one most asked for.",
    },
  },
  {
    year: "2020",
    title: "Teaching moves to the front",
    text: "Clients ask us to train the people who sign off before training the people who type. The literacy program takes its present shape: three sessions, five to ten leaders, their own documents.",
    made: { figure: "3 sessions", what: "of two hours: read, question, decide." },
  },
  {
    year: "2022",
    title: "Language models arrive in the room",
    text: "In November everyone’s nephew has an opinion. We spend the winter testing the models on contracts, dispatch logs and Hebrew, and publish what failed.",
    made: { figure: "31 failures", what: "published that winter, each with the document it failed on." },
  },
  {
    year: "2023",
    title: "Small tools, with prices on them",
    text: "GPT Extender Lite comes out of our own need to keep the record of a working session. BookDev finishes its first manuscript. Bavl begins as a glossary.",
    made: { figure: "$5", what: "for the first tool with a price. It has not gone up." },
  },
  {
    year: "2024",
    title: "Five people, thirteen clients and partners",
    text: "Workshops, talks, builds, three tools in use and two on the bench. We still turn down about a third of what we are asked, usually in the first thirty minutes.",
    made: { figure: "1 in 3", what: "requests turned down, most of them in the first call." },
  },
  {
    year: "2025",
    title: "The first week of every build, in one command",
    text: "Each build began with the same week: agents, adapters, tests, a container. In November we publish that week as Bootloader, free for open source and with a price for products that stay closed.",
    made: { figure: "41 files", what: "that one command writes, and that we used to write by hand." },
  },
  {
    year: "2026",
    title: "Ten years, and still five people",
    text: "More of what we are asked is about things that already run: pilots nobody ended, agents nobody can stop, hours nobody can find. We count first, as at the turbine, and write down what we find.",
    made: { figure: "10 years", what: "since the turbine. The founder still takes every first call." },
  },
];
