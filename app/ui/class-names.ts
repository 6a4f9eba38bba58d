/** Joins class names, leaving out what is switched off. */
export const classNames = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(" ");
