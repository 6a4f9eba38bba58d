// The folder a template writes, to the second level, drawn from the same list as everything else.
import { adapters, eCommerce, filesOf, rootFiles } from "#content/bootloader.ts";

interface Row {
  /** Branch drawing and name. */
  text: string;
  note: string;
}

const rows: Row[] = [
  { text: `${eCommerce.project}/`, note: "" },
  { text: "├─ agents/", note: "one package per agent" },
  ...eCommerce.agents.map(([name, note], index) => ({
    text: `│  ${index === eCommerce.agents.length - 1 ? "└─" : "├─"} ${name}/`,
    note,
  })),
  { text: "├─ adapters/", note: adapters.map((adapter) => adapter.id).join(", ") },
  { text: "├─ plugins/", note: "yours go here" },
  { text: "├─ runs/", note: "recorded, replayed in CI" },
  { text: "├─ shared/", note: "types" },
  ...rootFiles.map(([file, note], index) => ({
    // A file deeper down stands for its folder.
    text: `${index === rootFiles.length - 1 ? "└─" : "├─"} ${file.replace(/\/.*/, "/")}`,
    note,
  })),
];

export function WorkspaceTree() {
  return (
    <figure className="@container">
      <div data-field="nil" className="turned px-7 pt-6 pb-9 @max-md:p-5">
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, so a keyboard must reach it
          tabIndex={0}
          className="overflow-x-auto text-[0.8125rem] leading-[1.85] @max-md:text-[0.6875rem]"
        >
          {rows.map(({ text, note }) => (
            <span key={text} className="block">
              {text.padEnd(20)}
              <span className="text-muted">{note}</span>
            </span>
          ))}
        </pre>
      </div>
      <figcaption className="mt-3 text-caption text-muted">
        What the {eCommerce.id} template writes: {filesOf(eCommerce).length} files, shown to the second level.
      </figcaption>
    </figure>
  );
}
