// What a visitor can contact us about. A link with a subject that is not in this list does not compile.
import type { AboutKey } from "./contact-about.ts";

export const subjects = [
  "AI Consult",
  "Workshop Inquiry",
  "AI Tools Guide",
  "Speaking Engagement",
  "Education Inquiry",
  "Build Inquiry",
  "Development Inquiry",
  "Custom Tool Development",
  "AI Training Inquiry",
  "Strategic Consulting",
  "Agentic Web Strategy",
  "Implementation Strategy",
  "BookDev Strategy Session",
  "GPT Extender Lite Support",
  "Bootable Early Access",
  "Bootable Partnership",
  "Bavl Professional Access",
  "Bavl Feedback",
  "Bavl Enterprise",
  "Bootloader Professional",
] as const;

export type Subject = (typeof subjects)[number];

/** With exactly this subject the contact page offers a booking. */
export const bookingSubject = "AI Consult" satisfies Subject;

/** `about` says which of our offers it is about (content/contact-about.ts). */
export const contactLink = (subject: Subject, about?: AboutKey) =>
  `/contact?${new URLSearchParams({ subject, ...(about && { about }) })}`;

export interface ContactOpening {
  title: string;
  lead: string;
  /** Stands in the empty message. */
  hint: string;
}

const team: ContactOpening = {
  title: "Tell us about your team",
  lead: "Who would sit in the room, and what should be decided when they leave it? Two sentences are enough.",
  hint: "How many people, which functions, and by when?",
};
const event: ContactOpening = {
  title: "Tell us about your event",
  lead: "Who listens, how long, and what should they do differently afterward? A person reads every message, and that person answers it.",
  hint: "Date, place, audience, length",
};

/** How the contact page opens for subjects that are no decision; the others keep its own words. */
export const contactOpenings: Partial<Record<Subject, ContactOpening>> = {
  "GPT Extender Lite Support": {
    title: "Tell us what went wrong",
    lead: "What you did, what you expected and what you saw. A person reads every message, and that person answers it.",
    hint: "Browser, chat product, and what happened",
  },
  "Bavl Feedback": {
    title: "Tell us what it got wrong",
    lead: "The Hebrew, what Bavl made of it and what you would have written. The word goes on our list.",
    hint: "The passage, and the reading you expected",
  },
  "AI Tools Guide": {
    title: "Ask for the AI tools guide",
    lead: "Say in a sentence what your team does, and we send the guide with the pages marked that matter to you.",
    hint: "What does your team do?",
  },
  "Bootloader Professional": {
    title: "Ask for a Professional seat",
    lead: "Say what you build and how many products it is. We answer with an invoice and, once it is paid, the license.",
    hint: "Your product, the company for the invoice, monthly or annual",
  },
  "Speaking Engagement": event,
  "Workshop Inquiry": team,
  "Education Inquiry": team,
  "AI Training Inquiry": team,
};
