// The AI Layer Manifesto: the abstract everyone reads, the body behind the capture card, the timeline and the references.

import { site } from "./site.ts";

export interface Reference {
  authors: string;
  title: string;
  source: string;
  year: string;
  why: string;
}

/** The line on the home page, in the brief and in the references. */
const quote = "AI is becoming a layer between a decision and the person who makes it. Somebody has to set the angle.";

export const manifesto = {
  title: "The AI Layer Manifesto",
  updated: site.manifestoUpdated,
  referencesFile: "/assets/manifesto-references.pdf",
  briefFile: "/assets/strategic-brief.pdf",
  quote,
  abstract: [
    `Between the question and the person who answers it, something now reads, drafts, ranks and proposes. It is useful, it is fluent, and it is nobody’s. ${quote} This text argues that the layer has to be owned: that an organization should be able to say what passes through it, at what angle, and on whose word.`,
    "It makes seven claims. Each is short, and each can be tested in one quarter by the people who would have to act on it.",
  ],
  body: [
    {
      heading: "1. The layer is already there",
      text: "Nobody decided to install it. It arrived in the mail program, the search box and the telephone of the person who prepares the board papers. An organization that says it has not adopted AI has adopted it without a record. The first duty is to write down where it is.",
    },
    {
      heading: "2. A layer bends what passes through it",
      text: "Every summary leaves something out and every ranking prefers. This is no defect; it is what a layer does. The question is whether the bend was chosen. Where nobody chose it, it was chosen by the average of everything the model has read.",
    },
    {
      heading: "3. Fluency is not evidence",
      text: "For three thousand years a well-made sentence was a sign that somebody had thought. That sign is gone. What replaces it is provenance: which pages were in front of the model, and who opened them.",
    },
    {
      heading: "4. Checking is the work",
      text: "When drafting costs nothing, the scarce skill is to know which of twelve drafts is wrong. Pay for it, teach it, promote for it. An organization that cuts the checkers to fund the drafters has bought a faster way to be mistaken.",
    },
    {
      heading: "5. Permission comes before capability",
      text: "Read, draft, act within limits, act and tell. Give each process one of these words, signed. A capability without a permission is an accident that has not found its date.",
    },
    {
      heading: "6. Some decisions are worth making",
      text: "Whom to lose, what to apologize for, what counts as good, what to promise. Their value is that a person made them and can be asked. Delegate the preparation and keep the signature.",
    },
    {
      heading: "7. Set the angle, then leave it alone",
      text: "A vane that is adjusted every minute is noise. Decide, measure for a quarter, decide again. The stream will not slow down to wait, and it does not have to. It only has to arrive where you said.",
    },
  ],
  timeline: {
    note: "Eight dates behind the claims, each with its source.",
    events: [
      {
        year: "1960",
        text: "Norbert Wiener warns that a machine pursues the purpose it was given, so we had better be sure that it is the one we mean.",
        source: "Science 131",
      },
      {
        year: "1983",
        text: "Lisanne Bainbridge describes an irony: the more is automated, the more depends on the person who takes over, and the less practice that person has.",
        source: "Automatica 19",
      },
      {
        year: "1990",
        text: "Paul David shows why electric motors took decades to raise the output of factories. The floor plan had to change.",
        source: "American Economic Review 80",
      },
      {
        year: "2017",
        text: "Eight researchers publish the design on which today’s language models are built.",
        source: "Attention Is All You Need",
      },
      {
        year: "2022",
        text: "On November 30 ChatGPT opens to the public. Within months the layer is in board papers, and no board has decided on it.",
        source: "OpenAI, Introducing ChatGPT",
      },
      {
        year: "2024",
        text: "In February a tribunal holds an airline to what its chatbot promised. In August the European AI Act enters into force.",
        source: "2024 BCCRT 149; Regulation (EU) 2024/1689",
      },
      {
        year: "2025",
        text: "From February 2 the Act asks every organization that uses AI to see to it that its people understand it (Article 4).",
        source: "Regulation (EU) 2024/1689, Article 113",
      },
      {
        year: "2026",
        text: "On August 2 most of the Act applies. Its duties for high-risk uses are moved to December 2027 and August 2028, five weeks before they were due.",
        source: "Digital Omnibus on AI, adopted by the Council on June 29",
      },
    ],
  },
} as const;

/** Published works the manifesto and the articles rest on; each was read, and `why` says what we took from it. */
export const references: readonly Reference[] = [
  {
    authors: "Wiener, N.",
    title: "Some Moral and Technical Consequences of Automation",
    source: "Science 131 (3410), 1355-1358",
    year: "1960",
    why: "The early warning: a machine pursues the purpose it was given, not the one that was meant.",
  },
  {
    authors: "Simon, H. A.",
    title: "Designing Organizations for an Information-Rich World",
    source: "In M. Greenberger (ed.), Computers, Communications, and the Public Interest, Johns Hopkins Press",
    year: "1971",
    why: "Attention is the scarce resource. A layer should spend less of it than it saves.",
  },
  {
    authors: "Tversky, A., Kahneman, D.",
    title: "Judgment under Uncertainty: Heuristics and Biases",
    source: "Science 185 (4157), 1124-1131",
    year: "1974",
    why: "Anchoring: why the first number in the room matters, even a random one.",
  },
  {
    authors: "Bainbridge, L.",
    title: "Ironies of Automation",
    source: "Automatica 19 (6), 775-779",
    year: "1983",
    why: "The better the automation, the less practiced the person who must take over.",
  },
  {
    authors: "David, P. A.",
    title: "The Dynamo and the Computer: An Historical Perspective on the Modern Productivity Paradox",
    source: "American Economic Review 80 (2), 355-361",
    year: "1990",
    why: "The motor was there for decades. The floor plan had to change.",
  },
  {
    authors: "Parasuraman, R., Riley, V.",
    title: "Humans and Automation: Use, Misuse, Disuse, Abuse",
    source: "Human Factors 39 (2), 230-253",
    year: "1997",
    why: "Four ways in which people and a capable machine fail together.",
  },
  {
    authors: "Klein, G.",
    title: "Performing a Project Premortem",
    source: "Harvard Business Review 85 (9), 18-19",
    year: "2007",
    why: "Assume it failed, then write down why. The best use of a model we know.",
  },
  {
    authors: "Vaswani, A., et al.",
    title: "Attention Is All You Need",
    source: "Advances in Neural Information Processing Systems 30",
    year: "2017",
    why: "The design on which the current models are built.",
  },
  {
    authors: "Bender, E. M., Gebru, T., McMillan-Major, A., Shmitchell, S.",
    title: "On the Dangers of Stochastic Parrots: Can Language Models Be Too Big?",
    source: "FAccT ’21, 610-623",
    year: "2021",
    why: "Fluency without reference, said early and clearly.",
  },
  {
    authors: "Koster, M., Illyes, G., Zeller, H., Sassman, L.",
    title: "Robots Exclusion Protocol",
    source: "RFC 9309, Internet Engineering Task Force",
    year: "2022",
    why: "How the web asked its first automatic visitors to behave.",
  },
  {
    authors: "National Institute of Standards and Technology",
    title: "Artificial Intelligence Risk Management Framework (AI RMF 1.0)",
    source: "NIST AI 100-1",
    year: "2023",
    why: "Govern, map, measure, manage: a vocabulary auditors accept.",
  },
  {
    authors: "Brynjolfsson, E., Li, D., Raymond, L. R.",
    title: "Generative AI at Work",
    source: "NBER Working Paper 31161",
    year: "2023",
    why: "A measured gain in a real workplace, largest for the newest staff.",
  },
  {
    authors: "Dell’Acqua, F., et al.",
    title: "Navigating the Jagged Technological Frontier",
    source: "Harvard Business School Working Paper 24-013",
    year: "2023",
    why: "Tasks that look alike fall on different sides of the frontier.",
  },
  {
    authors: "Civil Resolution Tribunal of British Columbia",
    title: "Moffatt v. Air Canada",
    source: "2024 BCCRT 149",
    year: "2024",
    why: "What speaks for you on your own site is you.",
  },
  {
    authors: "European Parliament and Council",
    title: "Regulation (EU) 2024/1689 (Artificial Intelligence Act)",
    source: "Official Journal of the European Union",
    year: "2024",
    why: "Duties by use, not by technology. Read Articles 4, 14 and 26 first.",
  },
];
