import type { ReactNode } from "react";

// The text of an article: serif first paragraph, ruled pull quotes, numerals in the serif.
const prose = [
  "text-lg leading-[1.65] [&>*+*]:mt-5 [&_strong]:font-[650]",
  "[&>p:first-child]:font-display [&>p:first-child]:text-[clamp(1.375rem,1.2rem+0.6vw,1.6875rem)] [&>p:first-child]:leading-[1.35] [&>p:first-child]:tracking-[-0.01em]",
  "[&>h2]:mt-12 [&>h2]:font-display [&>h2]:text-[clamp(1.625rem,1.3rem+1vw,2.125rem)] [&>h2]:leading-[1.15] [&>h2]:tracking-[-0.018em] [&>h2]:text-balance",
  "[&>blockquote]:my-10 [&>blockquote]:border-y [&>blockquote]:border-ink [&>blockquote]:py-6 [&>blockquote]:font-display [&>blockquote]:text-[clamp(1.625rem,1.2rem+1.4vw,2.25rem)] [&>blockquote]:leading-[1.16] [&>blockquote]:tracking-[-0.018em] [&>blockquote>p]:text-balance",
  "[&>ol]:[counter-reset:item] [&>ol>li]:relative [&>ol>li]:py-1.5 [&>ol>li]:pl-8 [&>ol>li]:[counter-increment:item]",
  "[&>ol>li]:before:absolute [&>ol>li]:before:left-0 [&>ol>li]:before:font-display [&>ol>li]:before:content-[counter(item)]",
  "[&>ul>li]:border-t [&>ul>li]:border-line [&>ul>li]:py-2",
].join(" ");

export const Prose = ({ children }: { children: ReactNode }) => <div className={prose}>{children}</div>;
