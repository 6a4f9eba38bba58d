// The forms of the site that write to us, as browser and server name them.
export const inquiryForms = ["contact", "manifesto", "training", "newsletter"] as const;
/** Of a message, in UTF-16 units, as browsers count what is typed. */
export const maxMessageLength = 10_000;
export type InquiryForm = (typeof inquiryForms)[number];
