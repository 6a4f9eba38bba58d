import { site } from "#content/site.ts";
import { TextLink } from "../ui/button.tsx";
import type { PageHandle } from "./page-handle.ts";
import { pageMeta } from "./page-meta.ts";
import { PageHead } from "./sections/section.tsx";

export const handle: PageHandle = { field: "nil" };
export const meta = () =>
  pageMeta({
    title: "Accessibility",
    description:
      "How this site is built and tested so that everyone can use it, what still falls short, and whom to tell about it.",
    path: "/accessibility",
  });

const practices = [
  {
    title: "The aim",
    text: "WCAG 2.2, level AA, on every public page and in the back office, in the light and the dark theme.",
  },
  {
    title: "Keyboard",
    text: "Everything works without a pointer. Focus is always visible, goes into a dialog and comes back out, and a skip link leads past the navigation.",
  },
  {
    title: "Motion",
    text: "What moves by itself has a pause button, stops while you point at it or focus it, and stands still if your system asks for less motion.",
  },
  {
    title: "Without JavaScript",
    text: "Text, navigation, downloads and the accordion can be read without it. The contact form becomes a mail link.",
  },
  {
    title: "Documents",
    text: "The PDFs are tagged, in reading order, with embedded fonts. Hebrew is marked as Hebrew.",
  },
  {
    title: "How we check",
    text: "Every page is tested in a real browser with axe-core before each release: 1440 pixels wide, with the colors of both themes, and 390 pixels wide with the menu open.",
  },
];

const shortfalls = [
  "The calendar on the booking page and the newsletter frame come from other companies. We cannot mend what is inside them; email works instead.",
  "The manifesto’s full text is blurred for everyone. Its abstract and references are not.",
  "Automatic tests find about half of what a person would. We have not yet had the whole site reviewed by people who use screen readers every day.",
];

export default function Accessibility() {
  return (
    <PageHead field="nil" className="grid gap-x-gap gap-y-14 pb-section lg:grid-cols-[5fr_7fr]">
      <div>
        <h1 className="serif text-display">For everyone who reads it</h1>
        <p className="mt-6 max-w-120 text-lead">
          If something here keeps you out, that is our mistake. Write to{" "}
          <TextLink href={`mailto:${site.email}`}>{site.email}</TextLink> and say what you were trying to do. We answer
          within 2 business days.
        </p>
      </div>
      <div>
        <h2 className="serif mb-5 text-title">What we do</h2>
        <dl className="border-b border-line">
          {practices.map(({ title, text }) => (
            <div key={title} className="grid gap-x-6 gap-y-1 border-t border-line py-5 sm:grid-cols-[10rem_1fr]">
              <dt className="font-[650]">{title}</dt>
              <dd className="text-muted">{text}</dd>
            </div>
          ))}
        </dl>
        <h2 className="serif mt-14 mb-5 text-title">What falls short</h2>
        <ul className="border-b border-line">
          {shortfalls.map((text) => (
            <li key={text} className="border-t border-line py-4">
              {text}
            </li>
          ))}
        </ul>
      </div>
    </PageHead>
  );
}
