// What the layout has to know about scripts: direction, and where a line may end.
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
export const hasRightToLeft = (text: string) => rightToLeft.test(text);
export const isRightToLeft = (text: string) => rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? "");

/** Scripts whose words are not parted by spaces, and are divided without a hyphen. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]/u;
export const isUnspaced = (text: string) => unspaced.test(text);
const maxWord = 40;
export const needsDividing = (text: string) =>
  unspaced.test(text) || text.split(/\s/).some((word) => word.length > maxWord);

/**
 * A text as the layout can take it. Of control characters only the line break means something; one Thai vowel would become two
 * glyphs in the font, and the layout would lose a letter for it at the end of the line.
 */
export const plainText = (text: string) =>
  text
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[\t\u200b]/g, " ")
    .replaceAll(/[^\P{Cc}\n]/gu, "")
    .replaceAll(/([\u0e48-\u0e4b]?)\u0e33/g, "\u0e4d$1\u0e32");

const thai = new Intl.Segmenter("th", { granularity: "word" });
/** Never at the start of a line, and never at its end. */
const closing = /^[、。，．・：；？！）］｝」』】〉》〕ー々%,.:;?!)\]}ๆฯ]/u;
const opening = /[（［｛「『【〈《〔([{]$/u;

/** Where a word may be divided: what has no spaces between words; and what would run off the page, such as a long address. */
export function dividedWord(word: string): string[] {
  if (unspaced.test(word)) {
    const parts: string[] = [];
    for (const { segment } of thai.segment(word))
      for (const part of /\p{Script=Thai}/u.test(segment) ? [segment] : (segment.match(/\P{M}\p{M}*/gu) ?? [segment])) {
        const last = parts.at(-1);
        const joined =
          last !== undefined &&
          (closing.test(part) || opening.test(last) || !(unspaced.test(part) || unspaced.test(last)));
        if (joined) parts[parts.length - 1] = last + part;
        else parts.push(part);
      }
    return parts;
  }
  return word.length > maxWord ? (word.match(/.{1,16}/gu) ?? []) : [word];
}
