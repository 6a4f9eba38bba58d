// Where a file is chosen or dropped. What it looks like inside is the caller's.
import { type ReactNode, useState } from "react";
import { classNames } from "./class-names.ts";

export function DropFile({
  accept,
  onChoose,
  className,
  children,
}: {
  accept: string;
  onChoose: (file: File) => void;
  className: string;
  children: ReactNode;
}) {
  const [over, setOver] = useState(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a second way; the input is the first
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file) onChoose(file);
      }}
      className={classNames(
        "cursor-pointer rounded-1 border border-dashed border-control px-4 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus",
        className,
        over && "bg-nil",
      )}
    >
      {children}
      <input
        type="file"
        accept={accept}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // So that the same file can be chosen again after it was changed.
          event.target.value = "";
          if (file) onChoose(file);
        }}
      />
    </label>
  );
}
