import { useId, useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Refused } from "../panel.tsx";
import { smallPicture } from "./small-picture.ts";

/** Choose a picture, see it, remove it. It is saved as soon as it is chosen. */
export function PictureField({
  label,
  hint,
  value,
  round = false,
  busy,
  onChange,
}: {
  label: string;
  hint: string;
  value: string | null;
  round?: boolean;
  busy: boolean;
  onChange: (picture: string | null) => void;
}) {
  const id = useId();
  const [refusal, setRefusal] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      setRefusal(null);
      onChange(await smallPicture(file, { side: round ? 160 : 480, square: round }));
    } catch (error) {
      setRefusal(messageOf(error));
    }
  };
  return (
    <div className="grid gap-2">
      <p className="text-caption font-semibold">{label}</p>
      <div className="flex flex-wrap items-center gap-3">
        <span
          className={`grid shrink-0 place-items-center overflow-hidden border border-line bg-sunken text-muted ${round ? "size-14 rounded-full" : "h-14 w-40 rounded-1 bg-white p-1.5"}`}
        >
          {value ? (
            <img
              src={value}
              alt={round ? "Your picture" : "Logo"}
              className={round ? "size-full object-cover" : "max-h-full max-w-full object-contain"}
            />
          ) : (
            <Icon name={round ? "user" : "flag"} className="size-5" />
          )}
        </span>
        <label
          htmlFor={id}
          className={buttonClass({
            variant: "line",
            size: "compact",
            className:
              "cursor-pointer bg-surface focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus",
          })}
        >
          {busy ? "Saving..." : value ? "Change" : "Choose a picture"}
          <input
            id={id}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            aria-label={label}
            disabled={busy}
            className="sr-only"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = "";
              void take(file);
            }}
          />
        </label>
        {value && (
          <Button variant="line" size="compact" disabled={busy} onClick={() => onChange(null)}>
            Remove
          </Button>
        )}
      </div>
      <p className="text-caption text-muted">{hint}</p>
      {refusal && <Refused>{refusal}</Refused>}
    </div>
  );
}
