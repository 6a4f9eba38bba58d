// Tables of the platform and of the inbox, from the typed lists, and the ways to install.
import { Fragment, type ReactNode } from "react";
import { installCommands } from "#content/bootloader.ts";
import { comparison, frameworks } from "#content/comparison.ts";
import { inboxRoutes, jsonKinds, platformModels, portiaLimits } from "#content/bootloader-reference.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { Terminal } from "../../ui/terminal.tsx";
import { CopyCorner } from "../sections/copy-on-click.tsx";

/** A path may break after a point. */
const breakAfterPoints = (path: string): ReactNode =>
  path.split(/(?<=\.)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/** What is between backticks is code. */
const withCode = (text: string): ReactNode =>
  text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{breakAfterPoints(part)}</code> : part));

function RuledTable({ heads, rows }: { heads: readonly string[]; rows: readonly (readonly ReactNode[])[] }) {
  return (
    <div className="doc-part">
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, place) => (
                <td key={place}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export const PortiaLimits = () => (
  <RuledTable
    heads={["Limit", "Value", "Then"]}
    rows={portiaLimits.map(({ what, value, after }) => [what, withCode(value), withCode(after)])}
  />
);

export const PlatformModels = () => (
  <RuledTable
    heads={["Model", "Suits", "A million tokens read", "Written"]}
    rows={platformModels.map(({ name, suits, read, written }) => [
      <code key="name">{name}</code>,
      suits,
      `$${read}`,
      `$${written}`,
    ])}
  />
);

/** Five columns; on a phone each answer is under the question with the name before it. */
export const Comparison = () => (
  <div className="doc-part doc-compared">
    <table>
      <thead>
        <tr>
          <th scope="col">Question</th>
          {frameworks.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {comparison.map(([question, ...answers]) => (
          <tr key={question}>
            <th scope="row">{question}</th>
            {answers.map((answer, place) => (
              <td key={frameworks[place]} data-name={frameworks[place]}>
                {withCode(answer)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

export const InboxRoutes = () => (
  <RuledTable
    heads={["Request", "What it does"]}
    rows={inboxRoutes.map(({ request, takes, answers, does }) => [
      <code key="request">{request}</code>,
      <Fragment key="does">
        {withCode(does)}
        <span className="block text-muted">
          Takes {takes}. Answers {answers}.
        </span>
      </Fragment>,
    ])}
  />
);

export const JsonKinds = () => (
  <RuledTable
    heads={["Type", "Printed by", "What it says"]}
    rows={jsonKinds.map(({ type, printedBy, says }) => [<code key="type">{type}</code>, printedBy, says])}
  />
);

/** The same command for each package manager. Without JavaScript all of them are shown. */
export function Install() {
  return (
    <div data-behavior="tabs">
      <Tabs
        label="Package manager"
        tabs={installCommands.map(({ manager, command }) => ({
          id: manager,
          label: manager,
          panel: (
            <Terminal
              title={`Install with ${manager}`}
              className="mt-4"
              lines={[{ prompt: command }]}
              action={<CopyCorner text={command} what={`Install with ${manager}`} />}
            />
          ),
        }))}
      />
    </div>
  );
}
