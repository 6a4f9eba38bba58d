// Every component in every field. The theme button shows the other theme. Not indexed, not in the sitemap.
import type { ReactNode } from "react";
import { clients } from "#content/clients.ts";
import { site } from "#content/site.ts";
import { Chip, StatusBadge, Tag } from "../ui/badge.tsx";
import { Button, ButtonLink, IconButton, TextLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Checkbox, SelectField, TextArea, TextField } from "../ui/field.tsx";
import { Icon, iconNames } from "../ui/icon.tsx";
import { Logo, Mark } from "../ui/logo.tsx";
import { Nameplate } from "../ui/nameplate.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Aerofoil, Cascade, Confluence, FlowFigure, Street, Strip } from "./art/drawings.tsx";
import { Pictogram } from "./art/pictogram.tsx";
import { Ring } from "./art/ring.tsx";
import { AccordionSample, ChoiceSamples, DialogSample, ToastSamples } from "./islands/component-samples.island.tsx";
import { Island } from "./islands/island.tsx";
import type { FieldName } from "./page-handle.ts";
import { pageMeta } from "./page-meta.ts";
import { ClientMark } from "./sections/client-mark.tsx";
import { CopyableTerminal } from "./sections/copyable-terminal.tsx";
import { PageHead, Section } from "./sections/section.tsx";
import { SpecList } from "./sections/spec-list.tsx";
import { Steps } from "./sections/steps.tsx";
import { Ticks } from "./sections/ticks.tsx";

export const meta = () =>
  pageMeta({
    title: "Style guide",
    description: "Every component of the Guidevane design system, on paper, nil and hall, in light and dark.",
    path: "/styleguide",
    index: false,
    card: "/cards/home.png",
  });

const swatches = [
  ["Ground", "bg-ground"],
  ["Surface", "bg-surface"],
  ["Sunken", "bg-sunken"],
  ["Eau de nil", "bg-nil"],
  ["Ink", "bg-ink"],
  ["Muted", "bg-muted"],
  ["Line", "bg-line"],
  ["Control", "bg-control"],
  ["Flow", "bg-flow"],
  ["Vermilion", "bg-accent"],
  ["Live", "bg-live"],
  ["Soon", "bg-soon"],
  ["Dev", "bg-dev"],
  ["Danger", "bg-danger"],
] as const;

function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-gap gap-y-4 border-t border-line py-8 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <h3 className="text-small font-semibold text-muted">{name}</h3>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-6 gap-y-4">{children}</div>
);

/** What must look right on each field. */
function OnField({ field }: { field: FieldName }) {
  return (
    <Section field={field}>
      <h2 className="serif mb-8 text-title">On {field}</h2>
      <Sample name="Color">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-3 text-caption">
          {swatches.map(([name, colour]) => (
            <li key={name}>
              <span className={`mb-1.5 block h-14 rounded-br-turn-btn border border-line ${colour}`} />
              {name}
            </li>
          ))}
        </ul>
      </Sample>
      <Sample name="Buttons and links">
        <Row>
          <ButtonLink variant="accent" href="/styleguide">
            Accent
          </ButtonLink>
          <Button variant="solid">Solid</Button>
          <Button variant="line" icon="download">
            Line
          </Button>
          <Button variant="solid" disabled>
            Disabled
          </Button>
          <Button variant="solid" size="dialog">
            Dialog
          </Button>
          <Button variant="line" size="compact">
            Back office
          </Button>
          <Button variant="danger" size="dialog">
            Delete Norrfall
          </Button>
          <IconButton name="pause" label={`Pause, on ${field}`} />
          <TextLink href="/styleguide" arrow>
            Link
          </TextLink>
          <TextLink href="https://bavl.example">External link</TextLink>
        </Row>
      </Sample>
      <Sample name="Labels">
        <Row>
          <StatusBadge status="Live" />
          <StatusBadge status="Coming Soon" />
          <StatusBadge status="Beta" />
          <StatusBadge status="In Development" />
          <StatusBadge status="Missing" />
          <Nameplate>{site.tagline}</Nameplate>
          <Chip>Prospect</Chip>
          <Chip tone="nil">Customer</Chip>
          <Chip tone="safe">Protected</Chip>
          <Tag>Strategy</Tag>
        </Row>
      </Sample>
      <Sample name="Form fields">
        <div className="grid max-w-180 gap-5 sm:grid-cols-2">
          <TextField label="Name" name={`name-${field}`} placeholder="Dana Whitlock" />
          <TextField
            label="Email"
            type="email"
            name={`email-${field}`}
            defaultValue="dana@castelline"
            error="Add the ending, such as .com"
          />
          <SelectField label="Type" name={`type-${field}`}>
            <option>Prospect</option>
            <option>Customer</option>
          </SelectField>
          <TextField
            label="Closed"
            name={`closed-${field}`}
            disabled
            defaultValue="Not editable"
            hint="Set by the plan."
          />
          <TextArea label="Message" name={`message-${field}`} rows={3} />
          <Checkbox label="Send me new articles by email." name={`subscribe-${field}`} />
        </div>
      </Sample>
      <Sample name="Skeleton and empty">
        <div className="grid gap-gap md:grid-cols-2">
          <div className="border border-line bg-surface">
            <Skeleton />
          </div>
          <div className="border border-line bg-surface">
            <EmptyState
              title="No accounts yet. Create your first one!"
              art={<Cascade width={320} height={130} turn={0} gap={13} thickness={7} every={4} />}
            >
              <Button size="compact" icon="plus">
                New Account
              </Button>
            </EmptyState>
          </div>
        </div>
      </Sample>
      <Sample name="Lists">
        <div className="grid gap-gap md:grid-cols-2">
          <SpecList
            facts={[
              ["Length", "3 sessions of 2 hours"],
              ["Group", "5-10 leaders"],
            ]}
          />
          <Ticks items={["A shared vocabulary", "A one-page position on use"]} />
        </div>
      </Sample>
      <Sample name="Cascade">
        <Cascade width={960} height={200} turn={24} gap={18} thickness={10} hot={0.5} className="h-40 w-full" />
      </Sample>
    </Section>
  );
}

export default function Styleguide() {
  return (
    <>
      <PageHead className="pb-12">
        <h1 className="serif text-display">Style guide</h1>
        <p className="mt-6 max-w-form text-lead">
          Machinery green, handle red. Every component below works on each field and in each theme; the button in the
          header shows the other one.
        </p>
      </PageHead>
      <Section continues>
        <h2 className="serif mb-8 text-title">Parts of every page</h2>
        <Sample name="Mark">
          <Row>
            <Logo name={site.name} />
            <Logo name={site.name} size="compact" />
            <Mark className="size-5" />
          </Row>
        </Sample>
        <Sample name="Type">
          <div className="grid gap-4">
            <p className="serif text-mega">Mega</p>
            <p className="serif text-display">Display</p>
            <p className="serif text-quote">Quote, for voices</p>
            <p className="serif text-title">Title, for sections</p>
            <p className="serif text-sub">Sub, for cards and rows</p>
            <p className="text-lead">Lead. One or two sentences that say what the page is for.</p>
            <p>Body. A capital I with serifs, so that AI never reads as Al.</p>
            <p className="text-head">Head. Small headings.</p>
            <p className="text-small">Small. Facts and forms.</p>
            <p className="text-caption text-muted">Caption. Figures and meta.</p>
            <p>
              <code>code</code> and <kbd>Alt+T</kbd>
            </p>
          </div>
        </Sample>
        <Sample name="Moving parts">
          <div className="grid gap-8">
            <Island when="visible">
              <ChoiceSamples />
            </Island>
            <Island when="visible">
              <AccordionSample />
            </Island>
            <Row>
              <Island when="interaction">
                <ToastSamples />
              </Island>
              <Island when="interaction">
                <DialogSample />
              </Island>
            </Row>
          </div>
        </Sample>
        <Sample name="Terminal">
          <CopyableTerminal
            className="max-w-180"
            title="Start a project"
            lines={[
              { prompt: "npx bootloader init" },
              "Reading the folder",
              { note: "# three files will be written" },
              { ok: "Done in 1.2 s" },
            ]}
          />
        </Sample>
        <Sample name="Steps">
          <Steps
            heading="h3"
            steps={[
              { title: "Discovery", text: "We watch the work." },
              { title: "Co-Creation", text: "We write it side by side." },
              { title: "Transfer", text: "The work is yours." },
            ]}
          />
        </Sample>
        <Sample name="Icons">
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-4 text-caption text-muted">
            {iconNames.map((name) => (
              <li key={name} className="grid justify-items-start gap-1.5">
                <Icon name={name} className="size-6 text-ink" />
                {name}
              </li>
            ))}
          </ul>
        </Sample>
        <Sample name="Client marks">
          <div className="flex flex-wrap gap-x-10 gap-y-6">
            {clients.map((client) => (
              <ClientMark key={client.name} client={client} />
            ))}
          </div>
        </Sample>
      </Section>
      <Drawings />
      <OnField field="paper" />
      <OnField field="nil" />
      <OnField field="hall" />
    </>
  );
}

function Drawings() {
  return (
    <Section field="sunken">
      <h2 className="serif mb-8 text-title">Drawings</h2>
      <div className="grid gap-gap sm:grid-cols-2 lg:grid-cols-3 [&_svg]:aspect-3/2 [&_svg]:w-full">
        <Ring view="-300 -200 600 400" />
        <Ring open={0.4} view="-300 -200 600 400" />
        <Ring open={0} view="-300 -200 600 400" />
        <Aerofoil hot />
        <FlowFigure name="stagnation" />
        <FlowFigure name="network" />
        <FlowFigure name="lift" />
        <FlowFigure name="cylinder" />
        <Street />
      </div>
      <Strip className="mt-10 h-24 w-full" />
      <Confluence className="mt-10 h-56 w-full" label="Two streams interleave, then one leaves" />
      <div className="mt-10 flex flex-wrap gap-8">
        <Pictogram name="merge" />
        <Pictogram name="pass" />
        <Pictogram name="fork" />
        <Pictogram name="branch" />
      </div>
    </Section>
  );
}
