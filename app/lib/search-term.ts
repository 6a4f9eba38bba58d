/**
 * What someone looks for, as an argument of a function that is called with GET. There PostgREST takes a word such as
 * `match.com`, `not.sure` or `in` for a filter with an operator; behind a space it is a word, and searches skip spaces.
 */
export const searchTerm = (typed: string): string => ` ${typed.trim()}`;
