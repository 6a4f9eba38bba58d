// A meeting by hand: with any contact, outside hours, and over an entry of a calendar after a warning. Never over another meeting.
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { may } from "#app/lib/access.ts";
import { fromOfficeInput } from "#app/lib/office-time.ts";
import { staffQuery } from "#app/lib/office.ts";
import { ReferencePicker } from "#app/records/field-kinds/reference-picker.tsx";
import { Checkbox, Field, SelectField, TextArea, TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { Strip } from "#app/ui/compact/strip.tsx";
import { useSession } from "#app/auth/session.tsx";
import { places, type Place, placeWords } from "./meeting.ts";
import { bookingPagesQuery, useMeetingChange } from "./meetings-data.ts";

const contacts = { table: "contacts", one: "contact", path: "/admin/crm/contacts" } as const;

export function NewMeetingDialog({
  contact = "",
  day = "",
  onClose,
  onMade,
}: {
  contact?: string;
  /** "2026-11-18". */
  day?: string;
  onClose: () => void;
  onMade?: (id: string) => void;
}) {
  const { user } = useSession();
  const staff = useQuery(staffQuery).data?.filter(({ active }) => active) ?? [];
  const pages = useQuery(bookingPagesQuery).data?.filter(({ state }) => state !== "archived") ?? [];
  const form = useId();
  const [draft, setDraft] = useState({
    contact,
    title: "",
    page: "",
    day,
    time: "10:00",
    minutes: "30",
    host: user?.id ?? "",
    place: "video" as Place,
    place_detail: "",
    note: "",
    send: may("meetings", "send"),
  });
  const [overEntries, setOverEntries] = useState(false);
  const { busy, rpc } = useMeetingChange();
  const set = (changed: Partial<typeof draft>) => {
    setDraft({ ...draft, ...changed });
    setOverEntries(false);
  };
  const startsAt = fromOfficeInput(`${draft.day}T${draft.time}`);
  const book = () => {
    if (!startsAt || !draft.contact) return;
    rpc(
      "book_by_hand",
      {
        given: {
          contact: draft.contact,
          title: draft.title || null,
          ...(draft.page && { page: draft.page }),
          starts_at: startsAt.toISOString(),
          minutes: Number(draft.minutes),
          host: draft.host,
          place: draft.place,
          place_detail: draft.place_detail || null,
          note: draft.note || null,
          send: draft.send,
        },
        over_entries: overEntries,
      },
      {
        done: draft.send ? "Booked. The mail is in the outbox" : "Booked. No mail was written",
        failed: "Not booked",
        onDone: (made) => {
          onClose();
          const { id } = made as { id: string };
          onMade?.(id);
        },
        onEntry: () => setOverEntries(true),
      },
    );
  };
  return (
    <FormDialog
      title="New meeting"
      busy={busy}
      blocked={!draft.contact || !startsAt || !draft.host}
      onClose={onClose}
      form={form}
      confirm={overEntries ? "Book over it" : "Book"}
    >
      <form
        id={form}
        className="grid gap-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          book();
        }}
      >
        {overEntries && (
          <Strip tone="warn">
            <b>There is an entry in the calendar at this time.</b> Book over it, or choose another time.
          </Strip>
        )}
        <Field label="With" size="compact" marked>
          {(control) => (
            <ReferencePicker
              label="With"
              to={contacts}
              value={draft.contact}
              onChange={(id) => set({ contact: id })}
              control={control}
            />
          )}
        </Field>
        <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-2">
          <TextField
            label="Day"
            size="compact"
            type="date"
            required
            marked
            value={draft.day}
            onChange={({ target }) => set({ day: target.value })}
          />
          <TextField
            label="Time"
            size="compact"
            type="time"
            required
            marked
            value={draft.time}
            onChange={({ target }) => set({ time: target.value })}
          />
          <TextField
            label="Minutes"
            size="compact"
            type="number"
            min={5}
            max={480}
            required
            value={draft.minutes}
            onChange={({ target }) => set({ minutes: target.value })}
          />
        </div>
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <SelectField
            label="Held by"
            size="compact"
            value={draft.host}
            onChange={({ target }) => set({ host: target.value })}
          >
            {staff.map(({ user_id: id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Like the booking page"
            size="compact"
            value={draft.page}
            onChange={({ target }) => {
              const page = pages.find(({ id }) => id === target.value);
              set({ page: target.value, ...(page && { minutes: String(page.minutes), place: page.place }) });
            }}
          >
            <option value="">None</option>
            {pages.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </SelectField>
        </div>
        <TextField
          label="Title"
          size="compact"
          maxLength={200}
          dir="auto"
          value={draft.title}
          onChange={({ target }) => set({ title: target.value })}
          hint="The guest reads it. Empty: the page’s, or “Meeting”."
        />
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <SelectField
            label="Place"
            size="compact"
            value={draft.place}
            onChange={({ target }) => set({ place: target.value as Place })}
          >
            {places.map((place) => (
              <option key={place} value={place}>
                {placeWords[place]}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Link, number or address"
            size="compact"
            maxLength={500}
            dir="auto"
            value={draft.place_detail}
            onChange={({ target }) => set({ place_detail: target.value })}
          />
        </div>
        <TextArea
          label="Note for us"
          size="compact"
          rows={2}
          maxLength={10_000}
          dir="auto"
          value={draft.note}
          onChange={({ target }) => set({ note: target.value })}
        />
        {may("meetings", "send") && (
          <Checkbox
            label="Write a mail to the guest"
            checked={draft.send}
            onChange={({ target }) => set({ send: target.checked })}
          />
        )}
      </form>
    </FormDialog>
  );
}
