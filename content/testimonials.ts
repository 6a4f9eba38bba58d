// Sample content: people, companies and quotes are invented. Replace them with real ones, with permission.

export interface Testimonial {
  quote: string;
  author: string;
  title: string;
}

export const testimonials = [
  {
    quote: "We came for a workshop and left with a list of eleven projects to stop. That list paid for the year.",
    author: "Maren Oduya",
    title: "Chief Operating Officer, Norrfall",
  },
  {
    quote: "It was the first AI session where nobody asked to see the slides afterward. We already had the plan.",
    author: "Ilse Varga",
    title: "Chief Strategy Officer, Castelline",
  },
  {
    quote:
      "They sat with dispatch for two days before saying a word about models. Then they said four things, and all four held.",
    author: "Tomas Brandvold",
    title: "VP Operations, Tarnwick",
  },
  {
    quote: "I can now tell the partners which answers to check and which to throw away. That is all I wanted.",
    author: "Priya Castellan",
    title: "General Counsel, Ostrey & Reed",
  },
  {
    quote: "The prototype told us no in three weeks. Our last one took a year to tell us maybe.",
    author: "Hanne Okoro",
    title: "Chief Medical Information Officer, Meridel",
  },
  {
    quote: "When they left, nothing broke. My team has shipped six changes since.",
    author: "Julian Weissmann",
    title: "Head of Product, Lumenroe",
  },
] as const satisfies readonly Testimonial[];

/** Shown on the education and workshops pages. */
export const programTestimonial: Testimonial = testimonials[1];
