// To which day? In words or in figures; the day that was understood is below before it is taken.
import { useState } from "react";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { readDay } from "../day-words.ts";
import { understoodWords } from "../due-words.ts";

export function PickDayDialog({
  today,
  onPick,
  onClose,
}: {
  today: string;
  onPick: (day: string) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  const day = readDay(text, today);
  const pick = () => {
    setTried(true);
    if (day) onPick(day);
  };
  return (
    <FormDialog narrow onClose={onClose} title="Snooze until" confirm="Snooze" onConfirm={pick}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          pick();
        }}
      >
        <TextField
          label="Day"
          size="compact"
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          hint={day ? `Read as ${understoodWords(day, null, today)}` : "fri, in 3 days, 17 nov, next week"}
          error={tried && !day ? "Write a day, such as fri or 17 nov." : undefined}
        />
      </form>
    </FormDialog>
  );
}
