// The choices of a field, one below the other. One that is renamed keeps the records that have it.
import { Button, IconButton } from "#app/ui/button.tsx";
import { inputClass } from "#app/ui/field.tsx";

export interface Choice {
  /** What it is called now; null for a new one. */
  was: string | null;
  now: string;
  key: number;
}

let lastKey = 0;
export const choiceOf = (was: string | null): Choice => ({ was, now: was ?? "", key: ++lastKey });

export function ChoiceList({
  choices,
  onChange,
}: {
  choices: readonly Choice[];
  onChange: (choices: Choice[]) => void;
}) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 text-caption font-semibold">
        Choices{" "}
        <span className="text-danger" aria-hidden="true">
          *
        </span>
      </legend>
      {choices.map((choice, place) => (
        <span key={choice.key} className="flex items-center gap-1">
          <input
            aria-label={`Choice ${place + 1}`}
            dir="auto"
            maxLength={60}
            autoComplete="off"
            value={choice.now}
            onChange={(event) =>
              onChange(choices.map((each) => (each === choice ? { ...each, now: event.target.value } : each)))
            }
            className={inputClass("compact")}
          />
          <IconButton
            name="close"
            size="compact"
            label={`Remove ${choice.now || `choice ${place + 1}`}`}
            disabled={choices.length === 1}
            onClick={() => onChange(choices.filter((each) => each !== choice))}
          />
        </span>
      ))}
      <span>
        <Button
          variant="line"
          size="compact"
          icon="plus"
          disabled={choices.length >= 100}
          onClick={() => onChange([...choices, choiceOf(null)])}
        >
          Add a choice
        </Button>
      </span>
    </fieldset>
  );
}
