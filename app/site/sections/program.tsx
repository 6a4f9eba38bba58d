import { dollars } from "#content/dollars.ts";
import type { WorkshopOffer } from "#content/offers.ts";
import { contactLink } from "#content/subjects.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { SessionChart } from "./session-chart.tsx";
import { SpecList } from "./spec-list.tsx";
import { Ticks } from "./ticks.tsx";

/** One workshop as a ruled sheet: what it is at left, its sessions drawn to scale at right. */
export function Program({ offer }: { offer: WorkshopOffer }) {
  return (
    <article className="grid gap-x-gap gap-y-8 border-t border-ink py-[clamp(2.5rem,4.5vw,4.25rem)] lg:columns-page">
      <div className="lg:col-span-5">
        <h3 className="serif text-title">{offer.title}</h3>
        <p className="mt-4 text-lead text-muted">{offer.description}</p>
        <SpecList
          className="my-7"
          facts={[
            ["Length", offer.duration],
            ["Group", offer.participants],
            ["For", offer.audience],
            ["Price", `${dollars(offer.price)} for the group`],
          ]}
        />
        <ButtonLink variant="solid" href={contactLink(offer.subject, offer.slug)}>
          Ask about this program<span className="sr-only">: {offer.title}</span>
        </ButtonLink>
      </div>
      <div className="lg:col-span-6 lg:col-start-7">
        <SessionChart sessions={offer.sessions} />
        <div className="grid gap-x-gap gap-y-5 sm:grid-cols-2">
          <div>
            <h4 className="mb-2 text-small font-semibold text-muted">Structure</h4>
            <Ticks items={offer.structure} />
          </div>
          <div>
            <h4 className="mb-2 text-small font-semibold text-muted">You leave with</h4>
            <Ticks items={offer.outcomes} />
          </div>
        </div>
      </div>
    </article>
  );
}
