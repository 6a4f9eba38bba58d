import { useState } from "react";
import { countOf } from "#app/lib/formats.ts";
import type { Holiday } from "#app/lib/office.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { DropFile } from "#app/ui/drop-file.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { toast } from "#app/ui/toast.ts";
import { Refused } from "../panel.tsx";
import { readHolidays } from "./read-ics.ts";

/** A calendar file, by any way it may come: dropped, chosen, or pasted as text. */
export function HolidayFile({
  put,
  onAdded,
}: {
  put: (holidays: readonly Holiday[]) => Promise<void>;
  onAdded: () => Promise<unknown>;
}) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [pasted, setPasted] = useState("");

  const take = async (text: string): Promise<boolean> => {
    const read = readHolidays(text);
    if ("problem" in read) {
      setRefusal(read.problem);
      return false;
    }
    setRefusal(null);
    setBusy(true);
    try {
      await put(read.holidays);
      await onAdded();
      const { withHour, repeating } = read.leftOut;
      toast({
        title: `${countOf(read.holidays.length, "holiday")} added`,
        ...(withHour + repeating > 0 && {
          text: `${countOf(withHour + repeating, "entry", "entries")} with an hour or a repetition left out.`,
        }),
      });
      return true;
    } catch (error) {
      setRefusal(messageOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const takeFile = async (file: File) => {
    // Read only what a calendar can be; a film that was dropped by mistake stays where it is.
    await take(await file.slice(0, 4_000_000).text());
  };

  return (
    <div className="grid gap-3">
      <DropFile
        accept=".ics,text/calendar"
        onChoose={(file) => void takeFile(file)}
        className="flex items-center gap-3 py-3"
      >
        <Icon name="calendar" className="size-5 text-muted" />
        <span>{busy ? "Adding..." : "Choose a calendar file (ICS), or drop it here"}</span>
      </DropFile>
      <details>
        <summary className="cursor-pointer text-caption text-muted">Or paste its text</summary>
        <div className="mt-2 grid gap-2">
          <TextArea
            label="Text of a calendar file"
            size="compact"
            rows={4}
            spellCheck={false}
            value={pasted}
            onChange={(event) => setPasted(event.target.value)}
          />
          <Button
            size="dialog"
            variant="line"
            className="justify-self-start"
            disabled={busy}
            onClick={() => void take(pasted).then((taken) => taken && setPasted(""))}
          >
            Add these holidays
          </Button>
        </div>
      </details>
      {refusal && <Refused>{refusal}</Refused>}
    </div>
  );
}
