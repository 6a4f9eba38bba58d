// First answers to inquiries; texts of the templates module stand beside them while it is on. {first_name}, {subject} and {me} are filled in.
export interface ReplyTemplate {
  key: string;
  name: string;
  subject: string;
  text: string;
}

export const replyTemplates: readonly ReplyTemplate[] = [
  {
    key: "first-answer",
    name: "First answer, consulting",
    subject: "Re: {subject}",
    text: "Dear {first_name},\n\nThank you for writing. We can help with this. Before we say how, we would like thirty minutes with the person who decides.\n\nWhich day next week suits you?\n\n{me}",
  },
  {
    key: "training",
    name: "Training, dates and group",
    subject: "Re: {subject}",
    text: "Dear {first_name},\n\nThank you for asking about the training. It takes four to six hours, and works best with eight to sixteen people who work together.\n\nHow many are you, and which month do you have in mind?\n\n{me}",
  },
  {
    key: "not-us",
    name: "Not for us, with a hint",
    subject: "Re: {subject}",
    text: "Dear {first_name},\n\nThank you for writing. We are the wrong people for this, and would rather say so today than in a month.\n\nWhoever you ask, ask them to show you the same question answered for someone else.\n\n{me}",
  },
  { key: "empty", name: "Empty", subject: "Re: {subject}", text: "Dear {first_name},\n\n\n\n{me}" },
];

/** A tag without a value stays as it is, so that nobody sends a gap unseen. */
export const fillTags = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{([a-z_]+)\}/g, (tag, name: string) => values[name] || tag);

export const openTags = (text: string): string[] => [...new Set(text.match(/\{[a-z_]+\}/g))];
