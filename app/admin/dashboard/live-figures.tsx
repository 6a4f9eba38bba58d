// The figures of the modules, each a link to exactly its rows: four in a ruled strip, the others in one line.
import { lazy, Suspense } from "react";
import type { Figures } from "#domain/module.ts";
import { allModules, isLive } from "#app/admin/areas.ts";
import { Figure, FigureLine, FigureStrip } from "#app/records/dashboard/figure.tsx";

const all = allModules.flatMap((module) =>
  (module.figures ?? []).map((figures: Figures) => ({ ...figures, module, Part: lazy(figures.load) })),
);
type Shown = (typeof all)[number];

const still = { failure: null, retry: () => {}, retrying: false };

export function LiveFigures({ live }: { live: ReadonlySet<string> }) {
  const inPlace = (place: Figures["place"]) => all.filter((each) => each.place === place);
  const isOn = ({ module }: Shown) => isLive(module, live);
  const lead = inPlace("lead").filter(isOn);
  const beside = inPlace("beside");
  // The rest of what leads comes before the others.
  const leads = ({ module }: Shown) => lead.some((each) => each.module === module);
  const more = inPlace("more")
    .filter(isOn)
    .toSorted((a, b) => Number(leads(b)) - Number(leads(a)));
  const draw = (each: Shown, small = false) => <Loaded key={each.names[0]} {...{ each, small }} />;
  const first = [...lead, ...beside.filter((each) => lead.length > 0 || isOn(each))];
  // Without deals the others come first.
  const ordered = lead.length > 0 ? [...first, ...more] : [...more, ...first];
  const { strip, line } = split(ordered);
  return (
    <>
      <FigureStrip label="Figures">
        {strip.map((each) => (isOn(each) ? draw(each) : <Off key={each.names[0]} each={each} />))}
      </FigureStrip>
      {line.length > 0 && (
        <FigureLine label="More figures">{line.filter(isOn).map((each) => draw(each, true))}</FigureLine>
      )}
    </>
  );
}

const inStrip = 4;

/** Figures that come together stay together. */
function split(ordered: readonly Shown[]): { strip: Shown[]; line: Shown[] } {
  let left = inStrip;
  const strip = ordered.filter(({ names }) => {
    if (names.length > left) return false;
    left -= names.length;
    return true;
  });
  return { strip, line: ordered.filter((each) => !strip.includes(each)) };
}

const Loaded = ({ each: { names, Part }, small }: { each: Shown; small: boolean }) => (
  <Suspense
    fallback={names.map((name) => (
      <Figure key={name} name={name} value={null} note={null} to="." small={small} {...still} />
    ))}
  >
    <Part small={small} />
  </Suspense>
);

/** While a module is off there is none of its records: a true figure, and where it will be. */
const Off = ({ each: { names, whileOff } }: { each: Shown }) =>
  whileOff && names.map((name) => <Figure key={name} name={name} value="0" {...whileOff} {...still} />);
