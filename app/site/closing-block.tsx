// The call to action that closes every page and is its footer.
import { navigation } from "#content/navigation.ts";
import { site } from "#content/site.ts";
import { contactLink } from "#content/subjects.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Cascade } from "./art/drawings.tsx";
import { ClientDashboardButton } from "./islands/client-dashboard-button.island.tsx";
import { Island } from "./islands/island.tsx";
import { ServerIf, ServerUnless } from "./sections/server-if.tsx";

const heading = "Ready to Navigate the AI Landscape?";

// In the dark the hall is hardly darker than a sunken section above it: a hairline keeps them apart.
const edge = "dark:border-t dark:border-line";

const footLink = "inline-block py-1 no-underline hover:underline";

function Actions() {
  return (
    <div>
      <div className="flex flex-wrap gap-4">
        <ButtonLink variant="accent" href={contactLink("Workshop Inquiry")}>
          Book a Team Consultation
        </ButtonLink>
        <ButtonLink variant="line" href={contactLink("AI Tools Guide")} arrow={false}>
          Download AI Tools Guide
        </ButtonLink>
      </div>
      {/* Both lead to the form: say so before the click. */}
      <p className="mt-3 max-w-136 text-small text-muted">
        Both open a short form. We write back with times for the consultation; the guide comes by email.
      </p>
    </div>
  );
}

function FootLine() {
  return (
    <div className="grid items-end gap-x-12 gap-y-5 border-t border-line pt-7 pb-8 text-small lg:grid-cols-[1fr_auto]">
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {navigation.map(({ name, href }) => (
          <li key={href}>
            <a href={href} className={footLink}>
              {name}
            </a>
          </li>
        ))}
        {[
          ["Privacy", "/privacy"],
          ["Accessibility", "/accessibility"],
          ["Sign in", "/auth"],
        ].map(([name, href]) => (
          <li key={href}>
            <a href={href} className={footLink}>
              {name}
            </a>
          </li>
        ))}
        <li>
          <ServerIf is="client-area">
            <a href="/client" className={footLink}>
              Client Dashboard
            </a>
          </ServerIf>
          <ServerUnless is="client-area">
            <Island when="interaction">
              <ClientDashboardButton />
            </Island>
          </ServerUnless>
        </li>
      </ul>
      <p className="text-muted">
        © {site.footerYear} {site.name}. Strategic AI advisory since {site.since}.
      </p>
    </div>
  );
}

function OneLine() {
  return (
    <footer data-field="hall" className={edge}>
      <p className="wrap-page flex flex-wrap justify-between gap-x-8 gap-y-2 py-7 text-small text-muted">
        <span>
          © {site.footerYear} {site.name}
        </span>
        <a href={`mailto:${site.email}`} className="-my-1 inline-block py-1 underline">
          {site.email}
        </a>
      </p>
    </footer>
  );
}

/** For the guide to comforting mourners: nothing is offered there. */
function Quiet() {
  return (
    <footer data-field="paper" className="border-t border-line pt-14">
      <div className="wrap-page">
        <p className="serif mx-auto mb-14 max-w-136 text-center text-sub">
          May those who mourn be comforted. If your community does it otherwise, or a line here is wrong,{" "}
          <a href={`mailto:${site.email}`} className="underline">
            tell us
          </a>
          .
        </p>
        <FootLine />
      </div>
    </footer>
  );
}

export function ClosingBlock({ shape }: { shape: "full" | "compact" | "quiet" | "line" }) {
  if (shape === "line") return <OneLine />;
  if (shape === "quiet") return <Quiet />;
  if (shape === "compact")
    return (
      <footer data-field="hall" className={`pt-14 ${edge}`}>
        <div className="wrap-page">
          <div className="mb-12 flex flex-wrap items-center justify-between gap-6 lg:flex-nowrap lg:[&>div]:shrink-0">
            <h2 className="serif text-title">{heading}</h2>
            <Actions />
          </div>
          <FootLine />
        </div>
      </footer>
    );
  return (
    <footer data-field="hall" className={`relative isolate overflow-hidden pt-section ${edge}`}>
      <div className="wrap-page">
        <h2 className="serif max-w-[7.2em] text-display">{heading}</h2>
        <p className="mt-6 mb-9 max-w-120 text-lead text-muted">
          Thirty minutes, no slides. Tell us the decision in front of you and we will tell you whether we are the right
          people for it.
        </p>
        <Actions />
        {/* Beside the words, where there is room beside them. */}
        <Cascade
          width={1440}
          height={760}
          turn={-38}
          gap={22}
          at={0.62}
          chord={0.16}
          thickness={12}
          every={4}
          fit="xMaxYMax slice"
          className={
            "absolute inset-0 -z-1 size-full opacity-80 max-xl:hidden [mask:linear-gradient(100deg,transparent_44%,#000_80%)_intersect,linear-gradient(0deg,transparent_7rem,#000_11rem)]"
          }
        />
        <div className="mt-[clamp(4rem,9vw,8rem)]">
          <FootLine />
        </div>
      </div>
    </footer>
  );
}
