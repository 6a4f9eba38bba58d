// The forms of the site that write to us, as browser and server name them.
export const inquiryForms = ["contact", "manifesto", "training", "newsletter"] as const;
export type InquiryForm = (typeof inquiryForms)[number];
