// Tables of the API reference, drawn from the typed lists so that they cannot disagree with the rest.
import { commands, type Flag, globalFlags, variables } from "#content/bootloader.ts";
import { configFields, errors, exitCodes } from "#content/bootloader-reference.ts";
import { configAnchor, errorAnchor } from "#content/docs-anchors.ts";
import { keepWordsWhole, Terminal } from "../../ui/terminal.tsx";
import { CopyCorner } from "../sections/copy-on-click.tsx";

function FlagTable({ flags }: { flags: readonly Flag[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Flag</th>
          <th scope="col">What it does</th>
        </tr>
      </thead>
      <tbody>
        {flags.map(({ name, short, value, does, default: fallback }) => (
          <tr key={name}>
            <td className="w-2/5">
              <code>{[name, value].filter(Boolean).join(" ")}</code>
              {short && (
                <>
                  , <code>{short}</code>
                </>
              )}
            </td>
            <td>
              {keepWordsWhole(does)}
              {fallback && <span className="block text-muted">Default: {fallback}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function CommandReference({ name }: { name: string }) {
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) throw new Error(`There is no command ${name}`);
  return (
    <div className="doc-part">
      <p>
        {command.does} <code>{["bootloader", command.name, command.args].filter(Boolean).join(" ")}</code>
      </p>
      <FlagTable flags={command.flags} />
      <Terminal
        title="Example"
        lines={[{ prompt: command.example }]}
        action={<CopyCorner text={command.example} what={`example of ${command.name}`} />}
      />
    </div>
  );
}

export const GlobalFlags = () => <FlagTable flags={globalFlags} />;

export function Variables() {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Variable</th>
          <th scope="col">What it does</th>
        </tr>
      </thead>
      <tbody>
        {variables.map(({ name, does }) => (
          <tr key={name}>
            <td className="w-2/5">
              <code>{name}</code>
            </td>
            <td>{does}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `only` keeps one group and leaves out the anchors, which belong to the complete table. */
export function ConfigTable({ only }: { only?: string }) {
  const fields = configFields.filter((field) => !only || field.path.startsWith(`${only}.`));
  return (
    <dl className="doc-part border-t border-ink">
      {fields.map(({ path, type, default: fallback, does }) => (
        <div
          key={path}
          id={only ? undefined : configAnchor(path)}
          className="grid scroll-mt-24 gap-x-5 border-b border-line py-2.5 target:bg-nil sm:grid-cols-[2fr_3fr]"
        >
          <dt>
            <code>{path}</code>
          </dt>
          <dd>
            {does}
            <span className="block text-muted">
              <span className="font-mono text-[0.875em]">{type}</span>
              {fallback === "required" ? ", required" : <>, default {fallback}</>}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function ExitCodes() {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Name</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {exitCodes.map(({ code, name, means }) => (
          <tr key={code}>
            <td>
              <code>{code}</code>
            </td>
            <td>{name}</td>
            <td>{means}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Errors() {
  return (
    <div className="doc-part">
      <table>
        <thead>
          <tr>
            <th scope="col">Error</th>
            <th scope="col">Exit</th>
            <th scope="col">Message and fix</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ id, exit, message, fix }) => (
            <tr key={id} id={errorAnchor(id)} className="scroll-mt-24">
              <td>
                {/* The address it had before. */}
                <span id={id.toLowerCase()} className="scroll-mt-24" />
                <code>{id}</code>
              </td>
              <td>{exit ?? "none"}</td>
              <td>
                {message}
                <span className="block text-muted">{keepWordsWhole(fix)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
