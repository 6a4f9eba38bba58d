import type { Testimonial } from "#content/testimonials.ts";

/** One testimonial, 3/9: who says it at left, the words at right. */
export function OneQuote({ source, testimonial }: { source: string; testimonial: Testimonial }) {
  return (
    <figure className="grid gap-x-gap gap-y-6 lg:columns-page">
      <p className="text-small text-muted lg:col-span-3">{source}</p>
      <div className="lg:col-span-9">
        <blockquote className="serif text-quote">{testimonial.quote}</blockquote>
        <figcaption className="mt-6">
          <b className="block font-[650]">{testimonial.author}</b>
          <span className="text-muted">{testimonial.title}</span>
        </figcaption>
      </div>
    </figure>
  );
}
