// What a message looks like that no one wrote for us. Signs, no proof: such a message is held for a person to look at.

const address = /\bhttps?:\/\/|\bwww\.|\[url\b|\[link\b|<a\s/gi;
const maxAddresses = 2;

/** Letters of two scripts in one word, as in "раypal": written to look like something else. */
const mixedWord =
  /(?:\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}])|(?:[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin})/u;

export type ContentSignal = "links" | "script";

export function contentSignals(words: {
  name: string;
  company: string;
  subject: string;
  message: string;
}): ContentSignal[] {
  const signals: ContentSignal[] = [];
  const inMessage = words.message.match(address)?.length ?? 0;
  const elsewhere = [words.name, words.company, words.subject].some((text) => text.search(address) >= 0);
  if (inMessage > maxAddresses || elsewhere || /\[\/?url|<\/?a\b/i.test(words.message)) signals.push("links");
  if (mixedWord.test(`${words.name} ${words.subject} ${words.message}`)) signals.push("script");
  return signals;
}
