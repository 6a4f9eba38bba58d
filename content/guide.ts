// The newsletter guide: how to comfort a mourner (nichum aveilim). Customs differ between communities; the page says so.
// The PDF card, its previews and the accordion draw from this file.

/** The address we link to; the page answers under other names in the place of torah-and-ai too. */
export const guidePath = "/build/torah-and-ai/availut";

/** A phrase in Hebrew with its vowel points, how it sounds, and what it means. */
export interface Phrase {
  custom: string;
  hebrew: string;
  sound: string;
  meaning: string;
}

export type GuideBlock =
  | { kind: "text"; text: string }
  | { kind: "list"; items: readonly string[] }
  | { kind: "phrase"; phrase: Phrase };

export interface GuideTopic {
  id: string;
  title: string;
  blocks: readonly GuideBlock[];
}

const text = (line: string): GuideBlock => ({ kind: "text", text: line });
const list = (...items: string[]): GuideBlock => ({ kind: "list", items });

export const hamakom: Phrase = {
  custom: "Ashkenazi custom",
  hebrew: "הַמָּקוֹם יְנַחֵם אֶתְכֶם בְּתוֹךְ שְׁאָר אֲבֵלֵי צִיּוֹן וִירוּשָׁלָיִם",
  sound: "HaMakom yenachem etchem betoch she’ar avelei Tziyon viYerushalayim",
  meaning: "May the Omnipresent comfort you among the other mourners of Zion and Jerusalem.",
};

export const minHashamayim: Phrase = {
  custom: "Sephardi custom",
  hebrew: "מִן הַשָּׁמַיִם תְּנֻחָמוּ",
  sound: "Min hashamayim tenuchamu",
  meaning: "May you be comforted from Heaven.",
};

/** When the words of comfort may be said. */
export const comfortWindow = {
  everyone: "30 days after burial",
  parent: "up to 12 months for a parent",
  sentence: "The words of comfort are said within 30 days after burial, and up to 12 months for a parent.",
} as const;

export const guideTopics: readonly GuideTopic[] = [
  {
    id: "before-the-burial",
    title: "Before the burial",
    blocks: [
      text(
        "Between the death and the burial a mourner is an onen, occupied with the burial and free of most other duties. This is not the time for words. The Mishnah says: do not comfort a person while their dead lies before them (Avot 4:18).",
      ),
      list(
        "Offer to do one definite thing: drive, make calls, watch the children, meet a train.",
        "Come to the funeral if you can. To accompany the dead is counted among the truest kindnesses, because it cannot be repaid.",
        "Comfort begins at the graveside. After the burial those present stand in two rows, and the mourners pass between them and hear the first words of comfort.",
      ),
    ],
  },
  {
    id: "when-to-visit",
    title: "When to visit",
    blocks: [
      text(
        "Shiva lasts seven days, counted from the burial: the day of burial is the first, and part of the seventh counts as the whole. The mourners are the parents, children, brothers, sisters and spouse of the person who died.",
      ),
      list(
        "Look at the notice for visiting hours and prayer times, and keep to them.",
        "Family and close friends come at once. Some people leave the first two days to them and come from the third.",
        "On Shabbat there is no public mourning, and in most communities no visits are made. A major festival ends the week early. If you are unsure, ask someone close to the family.",
        "Twenty minutes is a visit. Come alone or in twos rather than as a crowd.",
      ),
    ],
  },
  {
    id: "entering-the-house",
    title: "Entering the house",
    blocks: [
      text(
        "A house of mourning is not a reception. Nobody receives you, nobody serves you, and nobody needs to be thanked for having you.",
      ),
      list(
        "The door is usually unlocked. Enter quietly, without ringing.",
        "Do not greet the mourners and do not ask how they are. They will not rise for you, and they are not hosts.",
        "The mourners sit low. Take a chair near them, at their level if one is free.",
        "Mirrors may be covered, a candle burns for the week, and a garment may be torn. None of it needs a remark.",
        "Dress as you would for a synagogue or a serious meeting. Put the phone away before you go in.",
      ),
    ],
  },
  {
    id: "who-speaks-first",
    title: "Who speaks first",
    blocks: [
      text(
        "The mourner does. Job’s friends sat with him on the ground for seven days and seven nights, and none spoke a word until he did (Job 2:13). From this the Talmud learns that comforters wait for the mourner to begin (Mo’ed Katan 28b).",
      ),
      text(
        "If the mourner is silent, your silence is the comfort. If they speak of the person who died, follow them. If they speak of something else, follow them there too.",
      ),
      text("When the mourner shows that they would like to be alone, by a nod or by turning away, it is time to go."),
    ],
  },
  {
    id: "what-to-say",
    title: "What to say, and what to leave out",
    blocks: [
      text(
        "Speak about the person. Use the name. One small, true story that the family has not heard is worth more than any thought about grief.",
      ),
      list(
        "Good: “I am sorry.” “I remember when she...” “Would you tell me about him?”",
        "Leave out every sentence that begins with “at least.”",
        "Leave out explanations: that it was for the best, that the time had come, that you know how they feel.",
        "Leave out “what can one do.” The codes warn against it, because it sounds as if one would overrule Heaven if one could.",
        "Do not ask for medical details, and do not bring news, business or advice about moving on.",
      ),
    ],
  },
  {
    id: "words-of-comfort",
    title: "The words of comfort",
    blocks: [
      text("On leaving, stand near the mourners and say one of these. It may be read from a card."),
      { kind: "phrase", phrase: hamakom },
      { kind: "phrase", phrase: minHashamayim },
      text(
        "The first is written here for several mourners. To one man say otcha (אוֹתְךָ) in place of etchem, to one woman otach (אוֹתָךְ), to women only etchen (אֶתְכֶן). HaMakom, “the Place,” is a name of God.",
      ),
      text(comfortWindow.sentence),
      text("Those who do not pray in Hebrew may say the same thing in any language, and mean it."),
    ],
  },
  {
    id: "food-and-help",
    title: "Food, gifts and practical help",
    blocks: [
      text(
        "The first meal after the burial is brought by neighbors and friends. By custom it includes bread and round foods such as eggs or lentils. After that, one person should keep the list, so that food arrives every day and not all on the first.",
      ),
      list(
        "Ask about kashrut and allergies before you cook. When in doubt, order from a place the family uses.",
        "Flowers are not customary in most Jewish communities. Give to a charity in memory of the person instead, and let the family know.",
        "Prayers are often held in the house. If your presence helps to make the ten a minyan requires, come on time.",
        "Offer tasks with a day and an hour. “Let me know if you need anything” gives the mourner one more thing to do.",
      ),
    ],
  },
  {
    id: "afterward",
    title: "When you cannot come, and after the week",
    blocks: [
      text(
        "A visit is best. If you cannot come, call at a quiet hour or write by hand. Three sentences are enough: that you heard, what you remember, that you are thinking of them.",
      ),
      text(
        "Do not have a model write it. Let software find the address, the spelling of the name and the hours of prayer. The sentence itself is the visit, and somebody has to make it.",
      ),
      list(
        "Thirty days (sheloshim) after the burial most mourning practices end. For a parent they continue for twelve months.",
        "Call again in the second week, when the house is empty.",
        "Note the Hebrew date of the death. On the anniversary (yahrzeit) a short message that says the name is rarely forgotten.",
      ),
    ],
  },
];

export const guideSources =
  "Sources: Avot 4:18; Job 2:13; Mo’ed Katan 27b-28b; Shulchan Aruch, Yoreh De’ah 376, 385 and 393. Customs differ between communities and families. Where this page and the family’s rabbi differ, the rabbi is right.";

/** The two sides of the etiquette card: a credit-card-sized reminder to print and carry. */
export const etiquetteCard = {
  file: "/assets/etiquette-card.pdf",
  front: {
    title: "In a house of mourning",
    lines: [
      "Enter quietly. The door is open.",
      "Do not greet. Sit near, and low.",
      "Wait. The mourner speaks first.",
      "Use the name of the person who died.",
      "Leave out “at least.”",
      "Twenty minutes is a visit.",
    ],
  },
  back: {
    title: "On leaving, say",
    phrases: [hamakom, minHashamayim],
    window: comfortWindow.sentence,
  },
} as const;
