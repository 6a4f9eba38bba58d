// What a visitor can contact us about. A link with a subject that is not in this list does not compile.
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
] as const;

export type Subject = (typeof subjects)[number];

/** With exactly this subject the contact page offers a booking. */
export const bookingSubject = "AI Consult" satisfies Subject;

export const contactLink = (subject: Subject) => `/contact?${new URLSearchParams({ subject })}`;
