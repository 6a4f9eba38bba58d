// Talks on a minute ruler: solid is the shortest length, hatched is there if questions need it.
import { dollars } from "#content/dollars.ts";
import type { Presentation } from "#content/offers.ts";
import { contactLink } from "#content/subjects.ts";
import { ButtonLink } from "../../ui/button.tsx";

const longest = 90;
const columns = "lg:grid-cols-[5fr_6fr_12.5rem]";
const share = (minutes: number) => `${(minutes / longest) * 100}%`;

function Minutes({ from, to }: Presentation["minutes"]) {
  return (
    <div className="relative h-13 border-r border-line bg-[repeating-linear-gradient(90deg,var(--line)_0_1px,transparent_1px_calc(100%/6-0.01px))]">
      <b
        className="absolute inset-y-2.5 left-0 bar-solid flex items-center pl-3.5 text-caption font-semibold whitespace-nowrap text-on-solid"
        style={{ width: share(from) }}
      >
        {from}-{to} min
      </b>
      <i
        aria-hidden="true"
        className="absolute inset-y-2.5 bar-hatched rounded-br-[0.75rem] border-l-0"
        style={{ left: share(from), width: share(to - from) }}
      />
    </div>
  );
}

export function TalkRuler({ talks }: { talks: readonly Presentation[] }) {
  return (
    <>
      <div aria-hidden="true" className={`grid break-after-avoid gap-x-gap text-caption text-muted ${columns}`}>
        <div className="relative h-7 lg:col-start-2">
          {[0, 15, 30, 45, 60, 75, 90].map((minute) => (
            <span
              key={minute}
              className="absolute -translate-x-1/2 first:translate-x-0 last:-translate-x-full lg:first:-translate-x-1/2 lg:last:-translate-x-1/2"
              style={{ left: share(minute) }}
            >
              {minute}
            </span>
          ))}
        </div>
      </div>
      <ul>
        {talks.map((talk) => (
          <li
            key={talk.slug}
            className={`grid items-center gap-x-gap gap-y-3.5 border-t border-line py-7 last:border-b ${columns}`}
          >
            <div>
              <p className="text-small text-muted">{talk.format}</p>
              <h3 className="serif text-sub">{talk.title}</h3>
              <p className="mt-1.5 text-small text-muted">
                {talk.description} For: {talk.audience.toLowerCase()}.
              </p>
              <p className="mt-1.5 text-small font-[520]">{dollars(talk.fee)}</p>
            </div>
            <Minutes {...talk.minutes} />
            <ButtonLink
              variant="line"
              href={contactLink(talk.subject, talk.slug)}
              arrow={false}
              className="whitespace-nowrap"
            >
              {talk.cta}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </>
  );
}
