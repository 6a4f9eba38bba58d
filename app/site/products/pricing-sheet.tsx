// Both prices of a plan are in the document; islands/pricing.behavior.ts shows the one the switch says.
import { enterprisePlanLink } from "#content/editions.ts";
import {
  type Period,
  periodOfPayment,
  periodWords,
  type Plan,
  plans,
  popularLabel,
  savingLabel,
} from "#content/pricing.ts";
import { site } from "#content/site.ts";
import { contactLink } from "#content/subjects.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { Button, ButtonLink, TextLink } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Switch } from "../../ui/switch.tsx";
import { ServerIf, ServerUnless } from "../sections/server-if.tsx";
import { Ticks } from "../sections/ticks.tsx";

const periods: readonly Period[] = ["monthly", "annual"];

function Price({ plan: { price, priceNote } }: { plan: Plan }) {
  const figure = "serif text-[clamp(3rem,2rem+3vw,4.5rem)] leading-none tracking-[-0.04em]";
  const note = "mt-1 text-small text-muted";
  if (price === "Custom" || price.monthly === price.annual)
    return (
      <div className="mt-5">
        <p className={figure}>{price === "Custom" ? price : `$${price.monthly}`}</p>
        <p className={note}>{priceNote}</p>
      </div>
    );
  return periods.map((period) => (
    <div key={period} data-period={period} hidden={period === "annual"} className="mt-5">
      <p className={figure}>${price[period]}</p>
      <p className={note}>{periodWords[period]}</p>
    </div>
  ));
}

function Action({ plan }: { plan: Plan }) {
  const look = { variant: plan.popular ? "accent" : "line", className: "w-full" } as const;
  if (plan.ctaLink === "checkout")
    return (
      <>
        <ServerUnless is="card-checkout">
          <Button variant={look.variant} className="needs-script w-full" data-checkout="">
            {plan.cta}
          </Button>
        </ServerUnless>
        <ServerIf is="card-checkout">
          {periods.map((period) => (
            <form
              key={period}
              method="post"
              action="/pay/professional"
              data-period={period}
              hidden={period === "annual"}
            >
              <input type="hidden" name="period" value={period} />
              <Button type="submit" variant={look.variant} className="w-full">
                {plan.cta}
              </Button>
              <p className="mt-3 text-caption text-muted">
                Pays for {periodOfPayment[period]}, by card, at our payment provider. It does not renew by itself.
              </p>
            </form>
          ))}
        </ServerIf>
        <p className="mt-4 text-small">
          <TextLink href={contactLink("Bootloader Professional")}>Ask for a seat</TextLink>
          <span className="mt-1 block text-caption text-muted">
            By invoice. We answer {site.responsePromise.toLowerCase()}.
          </span>
        </p>
      </>
    );
  return (
    <ButtonLink {...look} href={plan.ctaLink === "sales-mail" ? enterprisePlanLink : plan.ctaLink} arrow={false}>
      {plan.cta}
    </ButtonLink>
  );
}

function PlanColumn({ plan }: { plan: Plan }) {
  return (
    <article
      data-field={plan.popular ? "hall" : undefined}
      className={classNames(
        "flex break-inside-avoid flex-col px-[clamp(1.25rem,2.4vw,2.25rem)]",
        plan.popular
          ? "relative z-1 rounded-br-turn border border-transparent py-9 print:border-line dark:shadow-[inset_0_0_0_1px_var(--control)] lg:-my-5 lg:pt-13 lg:pb-14"
          : "border border-line bg-surface pt-8 pb-9 lg:first:border-r-0 lg:last:border-l-0",
      )}
    >
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="text-head">{plan.name}</h3>
        {plan.popular && <span className="text-caption font-semibold text-accent-ink">{popularLabel}</span>}
      </div>
      <Price plan={plan} />
      <p className="mt-4 text-small">{plan.description}</p>
      <div className="mt-5 mb-8 border-t border-line pt-5 text-small">
        <Ticks items={plan.features} />
      </div>
      <div className="mt-auto">
        <Action plan={plan} />
      </div>
    </article>
  );
}

export function PricingSheet() {
  const priced = plans.flatMap(({ name, price, popular }) => (popular && price !== "Custom" ? [{ name, price }] : []));
  const said = (period: Period) =>
    priced.map(({ name, price }) => `${name}: $${price[period]} ${periodWords[period]}`).join(", ");
  return (
    <div data-behavior="pricing">
      <div className="mb-[clamp(2.25rem,4vw,3.75rem)] flex flex-wrap items-center justify-between gap-x-gap gap-y-4">
        <h2 className="serif text-title">Pricing</h2>
        <div className="needs-script flex flex-wrap items-center gap-3 text-small font-[560]">
          <span aria-hidden="true">Monthly</span>
          <Switch label="Bill annually" checked={false} />
          <span aria-hidden="true">Annual</span>
          <StatusBadge status="Live">{savingLabel}</StatusBadge>
        </div>
      </div>
      <p aria-live="polite" className="sr-only" data-monthly={said("monthly")} data-annual={said("annual")} />
      <div className="grid gap-4 lg:grid-cols-3 lg:gap-0">
        {plans.map((plan) => (
          <PlanColumn key={plan.name} plan={plan} />
        ))}
      </div>
    </div>
  );
}
