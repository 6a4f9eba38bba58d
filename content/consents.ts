// What people agree to, in the words they see beside the box or the button. The proof of a consent keeps these words.
export const consentWordings = {
  newsletter: "Send me new articles by email. Two a month at most.",
  manifesto: "Send me the full text of The AI Layer Manifesto, and tell me when it changes.",
} as const;

export type ConsentPurpose = keyof typeof consentWordings;
