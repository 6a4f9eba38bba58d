import { type Module, modules } from "#content/bootable.ts";
import { links } from "#content/site.ts";
import { contactLink } from "#content/subjects.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { ButtonLink, TextLink } from "../../ui/button.tsx";
import type { PageHandle } from "../page-handle.ts";
import { pageMeta } from "../page-meta.ts";
import { BackLink } from "../sections/back-link.tsx";
import { HeadRow, PageHead, Section } from "../sections/section.tsx";
import { Ticks } from "../sections/ticks.tsx";

const path = "/tools/bootable";

export const handle: PageHandle = { field: "hall" };
export const meta = () =>
  pageMeta({
    title: "Bootable: infrastructure for AI agents",
    description:
      "Three modules in development for teams that run AI agents: a bench to start them, a ledger, and a governor.",
    path,
    breadcrumbs: [
      { name: "Home", path: "/" },
      { name: "Tools", path: "/tools" },
      { name: "Bootable", path },
    ],
  });

/** Each module is one band of a section drawing; the hatching marks the material, as in an engineer's drawing. */
const hatchings = [
  "repeating-linear-gradient(135deg, var(--flow) 0 1px, transparent 1px 9px)",
  "repeating-linear-gradient(90deg, var(--flow) 0 1px, transparent 1px 12px)",
  "repeating-linear-gradient(45deg, var(--flow) 0 1px, transparent 1px 9px), repeating-linear-gradient(135deg, var(--flow) 0 1px, transparent 1px 9px)",
];

function Band({ module, hatching }: { module: Module; hatching: string }) {
  return (
    <li className="grid border-x border-t border-control last:rounded-br-turn last:border-b last:overflow-hidden lg:grid-cols-[9rem_4fr_4fr_4fr]">
      <div
        aria-hidden="true"
        className="min-h-6 border-control max-lg:border-b lg:border-r"
        style={{ backgroundImage: hatching }}
      />
      <div className="p-6 lg:p-8">
        <StatusBadge status={module.status} />
        <h3 className="serif mt-4 text-title">{module.name}</h3>
        <p className="mt-2 text-muted">{module.description}</p>
      </div>
      <p className="px-6 pb-6 lg:border-l lg:border-line lg:p-8">{module.details}</p>
      <div className="px-6 pb-7 text-small lg:border-l lg:border-line lg:p-8">
        <Ticks items={module.features} />
      </div>
    </li>
  );
}

export default function Bootable() {
  return (
    <>
      <PageHead field="hall" className="pb-section">
        <BackLink href="/tools">All tools</BackLink>
        <HeadRow>
          <h1 className="serif text-display">Agents need a floor to stand on</h1>
          <p className="text-lead">
            Bootable is infrastructure for teams that run AI agents: start them clean, let them remember, keep them
            inside the lines.
          </p>
        </HeadRow>
        <h2 className="mb-5 text-head">Section through the three modules, top to bottom</h2>
        <ol>
          {modules.map((module, index) => (
            <Band key={module.name} module={module} hatching={hatchings[index] ?? "none"} />
          ))}
        </ol>
        <p className="mt-5 max-w-160 text-small text-muted">
          An agent’s request enters at the top and reaches your systems at the bottom. Nothing passes the governor
          without a limit.
        </p>
      </PageHead>

      <Section>
        <div className="grid gap-x-gap gap-y-12 lg:grid-cols-2">
          <div className="flex flex-col items-start border-t border-ink pt-6">
            <h2 className="serif text-title">Try it before it is finished</h2>
            <p className="mt-3 mb-auto max-w-120 pb-7 text-muted">
              We take on two or three teams at a time, with real agents and a real deadline. You get the source, a
              weekly call and the right to complain.
            </p>
            <ButtonLink variant="accent" href={contactLink("Bootable Early Access")}>
              Ask for early access
            </ButtonLink>
          </div>
          <div className="flex flex-col items-start border-t border-ink pt-6">
            <h2 className="serif text-title">Build on it with us</h2>
            <p className="mt-3 mb-auto max-w-120 pb-7 text-muted">
              For engineering partners and platform teams who would rather share a governor than write a fourth one.
            </p>
            <ButtonLink variant="line" href={contactLink("Bootable Partnership")}>
              Discuss a partnership
            </ButtonLink>
          </div>
        </div>
        <p className="mt-14 flex flex-wrap items-baseline justify-between gap-x-gap gap-y-2 border-y border-line py-6">
          <span className="text-muted">Notes, drawings and the release log are kept on the project’s own site.</span>
          <TextLink href={links.bootable}>Visit the Bootable site</TextLink>
        </p>
      </Section>
    </>
  );
}
