// Sample content: the people are invented, so there are no portraits. Replace names, roles and years with real ones.

export interface Person {
  name: string;
  role: string;
  note: string;
}

export const team: readonly Person[] = [
  {
    name: "Noor Marchetti",
    role: "Founder, strategic advisory",
    note: "Ran operations for a port authority before 2016.",
  },
  { name: "Daniel Roth", role: "Education and programs", note: "Taught statistics to civil servants for nine years." },
  { name: "Adaeze Lindqvist", role: "Development", note: "Writes the first version, then hands over the keyboard." },
  { name: "Noam Feldheim", role: "Language tools and Bavl", note: "Translator from Hebrew; editor of the newsletter." },
  {
    name: "Sofia Aldana",
    role: "Books and publishing",
    note: "Edited forty nonfiction books, two of them twice.",
  },
];

export const advisoryGroup: readonly Person[] = [
  {
    name: "Judge Marianne Holt, ret.",
    role: "Evidence and liability",
    note: "Reads our contracts as if she would have to rule on them.",
  },
  { name: "Prof. Kwame Esterhazy", role: "Human factors", note: "Studies what people stop checking." },
  { name: "Ruth Vandermeer", role: "Labor and works councils", note: "Asks what happens to the hours." },
  { name: "Dr. Ishaan Pell", role: "Clinical safety", note: "Stopped more pilots than anyone we know." },
];

export interface Milestone {
  year: string;
  title: string;
  text: string;
}

/** The company story since 2016. */
export const story: readonly Milestone[] = [
  {
    year: "2016",
    title: "Two desks and a turbine",
    text: "Guidevane begins as a two-person operations advisory. The first client is a hydroelectric plant with more sensor data than anybody can read. The name comes from the part of the machine we were standing beside.",
  },
  {
    year: "2018",
    title: "The first thing we told a client not to build",
    text: "A forecasting model that beat the planners by one percent and could not explain itself to them. We wrote down why it should stop. The memo was copied more often than anything we had built.",
  },
  {
    year: "2020",
    title: "Teaching moves to the front",
    text: "Clients ask us to train the people who sign off before training the people who type. The literacy program takes its present shape: three sessions, five to ten leaders, their own documents.",
  },
  {
    year: "2022",
    title: "Language models arrive in the room",
    text: "In November everyone’s nephew has an opinion. We spend the winter testing the models on contracts, dispatch logs and Hebrew, and publish what failed.",
  },
  {
    year: "2023",
    title: "Small tools, with prices on them",
    text: "GPT Extender Lite comes out of our own need to keep the record of a working session. BookDev finishes its first manuscript. Bavl begins as a glossary.",
  },
  {
    year: "2024",
    title: "Five people, thirteen clients",
    text: "Workshops, talks, builds, three tools in use and two on the bench. We still turn down about a third of what we are asked, usually in the first thirty minutes.",
  },
];
