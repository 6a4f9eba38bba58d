import { useState } from "react";
import {
  checkoutNotice,
  type Period,
  periodWords,
  type Plan,
  plans,
  popularLabel,
  savingLabel,
} from "#content/pricing.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Switch } from "../../ui/switch.tsx";
import { toast } from "../../ui/toast.ts";
import { Ticks } from "../sections/ticks.tsx";

const priceOf = (plan: Plan, period: Period) => (plan.price === "Custom" ? plan.price : `$${plan.price[period]}`);

function checkout() {
  // oxlint-disable-next-line no-console -- the specification asks for this log
  console.log(checkoutNotice.log);
  toast({ title: checkoutNotice.title, text: checkoutNotice.text });
}

function Action({ plan, salesMail }: { plan: Plan; salesMail: string }) {
  const look = { variant: plan.popular ? "accent" : "line", className: "w-full" } as const;
  if (plan.ctaLink === "checkout")
    return (
      <Button {...look} onClick={checkout}>
        {plan.cta}
      </Button>
    );
  return (
    <ButtonLink {...look} href={plan.ctaLink === "sales-mail" ? salesMail : plan.ctaLink} arrow={false}>
      {plan.cta}
    </ButtonLink>
  );
}

function PlanColumn({ plan, period, salesMail }: { plan: Plan; period: Period; salesMail: string }) {
  return (
    <article
      data-field={plan.popular ? "hall" : undefined}
      className={classNames(
        "flex flex-col px-[clamp(1.25rem,2.4vw,2.25rem)]",
        plan.popular
          ? "relative z-1 rounded-br-turn py-9 lg:-my-5 lg:pt-13 lg:pb-14"
          : "border border-line bg-surface pt-8 pb-9 lg:first:border-r-0 lg:last:border-l-0",
      )}
    >
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="text-head">{plan.name}</h3>
        {plan.popular && <span className="text-caption font-semibold text-accent-ink">{popularLabel}</span>}
      </div>
      <p className="serif mt-5 text-[clamp(3rem,2rem+3vw,4.5rem)] leading-none tracking-[-0.04em]">
        {priceOf(plan, period)}
      </p>
      <p className="mt-1 text-small text-muted">{plan.priceNote ?? periodWords[period]}</p>
      <p className="mt-4 text-small">{plan.description}</p>
      <div className="mt-5 mb-8 border-t border-line pt-5 text-small">
        <Ticks items={plan.features} />
      </div>
      <div className="mt-auto">
        <Action plan={plan} salesMail={salesMail} />
      </div>
    </article>
  );
}

export function Pricing({ salesMail }: { salesMail: string }) {
  const [annual, setAnnual] = useState(false);
  const [changed, setChanged] = useState(false);
  const period: Period = annual ? "annual" : "monthly";
  const popular = plans.find((plan) => plan.popular);
  return (
    <>
      <div className="mb-[clamp(2.25rem,4vw,3.75rem)] flex flex-wrap items-center justify-between gap-x-gap gap-y-4">
        <h2 className="serif text-title">Pricing</h2>
        <div className="needs-script flex flex-wrap items-center gap-3 text-small font-[560]">
          <span aria-hidden="true">Monthly</span>
          <Switch
            label="Bill annually"
            checked={annual}
            onChange={(checked) => {
              setAnnual(checked);
              setChanged(true);
            }}
          />
          <span aria-hidden="true">Annual</span>
          <StatusBadge status="Live">{savingLabel}</StatusBadge>
        </div>
      </div>
      <p aria-live="polite" className="sr-only">
        {changed && popular ? `${popular.name}: ${priceOf(popular, period)} ${periodWords[period]}` : ""}
      </p>
      <div className="grid gap-4 lg:grid-cols-3 lg:gap-0">
        {plans.map((plan) => (
          <PlanColumn key={plan.name} plan={plan} period={period} salesMail={salesMail} />
        ))}
      </div>
    </>
  );
}
