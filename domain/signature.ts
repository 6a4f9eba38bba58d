/** A mail's words with the signature below them, where there is one. */
export const signed = (text: string, signature: string): string =>
  signature.trim() ? `${text.trim()}\n\n${signature.trim()}` : text.trim();
