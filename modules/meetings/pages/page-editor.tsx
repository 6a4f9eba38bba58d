// One booking page: what it is, with whom, buffers drawn to scale, limits, questions.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { subjects } from "#content/subjects.ts";
import { may } from "#app/lib/access.ts";
import { forgetDraft, keepDraft, readDraft } from "#app/lib/drafts.ts";
import { staffQuery } from "#app/lib/office.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Checkbox, inputClass, SelectField, TextArea, TextField } from "#app/ui/field.tsx";
import { Menu } from "#app/ui/compact/menu.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { Switch } from "#app/ui/switch.tsx";
import { places, placeWords, visibilityWords, whoWords } from "../meeting.ts";
import { type BookingPage, useMeetingChange } from "../meetings-data.ts";
import { AfterBooking } from "./after-booking.tsx";
import { PageLacks } from "./page-lacks.tsx";
import { Limits } from "./page-limits.tsx";
import { QuestionList } from "./question-list.tsx";

export function PageEditor({ page }: { page: BookingPage }) {
  // What was changed and not saved is still there after a look at another page.
  const kept = `booking page ${page.id}`;
  const [draft, setDraft] = useState(() => ({ ...page, ...readDraft<Partial<BookingPage>>(kept) }));
  const { busy, rpc } = useMeetingChange();
  const staff = useQuery(staffQuery).data ?? [];
  const mayEdit = may("meetings", "edit");
  const set = (changed: Partial<BookingPage>) => {
    setDraft({ ...draft, ...changed });
    keepDraft(kept, { ...readDraft<Partial<BookingPage>>(kept), ...changed });
  };
  const isChanged = JSON.stringify(draft) !== JSON.stringify({ ...page, state: draft.state });
  const offered = staff.filter(
    ({ active, user_id: id }) => active || draft.people.some(({ staff_id: each }) => each === id),
  );
  const address = `${window.location.origin}/book/${page.slug}`;
  const save = () => {
    const { state: _state, ...given } = draft;
    rpc(
      "save_booking_page",
      { given: { ...given, questions: given.questions as never } },
      { done: "Saved. Booked meetings stay", failed: "Not saved", onDone: () => forgetDraft(kept) },
    );
  };
  const setState = (state: BookingPage["state"], done: string) =>
    rpc("set_booking_page_state", { page: page.id, new_state: state }, { done, failed: "Not changed" });
  return (
    <section aria-label={page.title} className={`${panelClass} rounded-br-[1.25rem]`}>
      <header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4.5 py-2.5">
        <div className="min-w-0">
          <h2 dir="auto" className="text-base font-[640] wrap-anywhere">
            {page.title}
          </h2>
          <p className="text-caption text-muted wrap-anywhere">{address.replace(/^https?:\/\//, "")}</p>
        </div>
        <span className="flex flex-wrap items-center gap-2">
          {(page.state === "live" || page.state === "paused") && (
            <ButtonLink href={`/book/${page.slug}`} target="_blank" variant="line" size="compact" arrow={false}>
              Open
            </ButtonLink>
          )}
          {mayEdit && (
            <>
              <span className="inline-flex items-center gap-2 text-caption font-semibold">
                <span id={`on-${page.id}`}>{page.state === "live" ? "On" : "Off"}</span>
                <Switch
                  labelledBy={`on-${page.id}`}
                  checked={page.state === "live"}
                  disabled={busy || page.state === "archived"}
                  onChange={(on) =>
                    setState(on ? "live" : "paused", on ? "Visitors can book on it" : "Paused. Booked meetings stay")
                  }
                />
              </span>
              <Menu
                label={`More for ${page.title}`}
                actions={[
                  page.state === "archived"
                    ? {
                        id: "back",
                        label: "Bring back",
                        icon: "back",
                        onAction: () => setState("draft", "Back as a draft. Visitors do not see it yet"),
                      }
                    : {
                        id: "archive",
                        label: "Archive",
                        icon: "stack",
                        onAction: () => setState("archived", "Archived. Its address answers “not found”"),
                      },
                ]}
              />
            </>
          )}
        </span>
      </header>
      <PageLacks page={page} />
      <fieldset disabled={!mayEdit} className="grid gap-5 p-4.5">
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_8rem]">
          <TextField
            label="Title"
            size="compact"
            maxLength={120}
            dir="auto"
            value={draft.title}
            onChange={({ target }) => set({ title: target.value })}
          />
          <TextField
            label="Minutes"
            size="compact"
            type="number"
            min={5}
            max={480}
            value={draft.minutes}
            onChange={({ target }) => set({ minutes: Number(target.value) })}
          />
          <TextField
            label="A time every"
            size="compact"
            type="number"
            min={5}
            max={120}
            value={draft.step}
            onChange={({ target }) => set({ step: Number(target.value) })}
            hint="minutes"
          />
        </div>
        <TextArea
          label="What visitors read above the times"
          size="compact"
          rows={2}
          maxLength={600}
          dir="auto"
          value={draft.about}
          onChange={({ target }) => set({ about: target.value })}
        />
        <Part
          title="With whom"
          note={
            <>
              When each of them can be booked is theirs to say:{" "}
              <Link to="/admin/settings?tab=hours" className="underline">
                My hours
              </Link>
              .
            </>
          }
        >
          <div className="grid gap-3">
            <SelectField
              label="Who"
              size="compact"
              className="max-w-60"
              value={draft.who}
              onChange={({ target }) => {
                const who = target.value as BookingPage["who"];
                set({ who, people: who === "one" ? draft.people.slice(0, 1) : draft.people });
              }}
            >
              {Object.entries(whoWords).map(([id, words]) => (
                <option key={id} value={id}>
                  {words}
                </option>
              ))}
            </SelectField>
            {draft.who === "any" && draft.people.length > 1 && (
              <p className="text-caption text-muted">
                The number is their share: with 2 twice as many meetings as with 1.
              </p>
            )}
            <ul className="grid gap-2 sm:grid-cols-2">
              {offered.map(({ user_id: id, name }) => {
                const mine = draft.people.find(({ staff_id: each }) => each === id);
                return (
                  <li key={id} className="flex items-center justify-between gap-2">
                    <Checkbox
                      label={name}
                      checked={mine !== undefined}
                      onChange={({ target }) =>
                        set({
                          people: target.checked
                            ? [...(draft.who === "one" ? [] : draft.people), { staff_id: id, weight: 1 }]
                            : draft.people.filter(({ staff_id: each }) => each !== id),
                        })
                      }
                    />
                    {mine && draft.who === "any" && (
                      <input
                        aria-label={`Weight of ${name}`}
                        type="number"
                        min={1}
                        max={100}
                        className={`${inputClass("compact")} w-18!`}
                        value={mine.weight}
                        onChange={({ target }) =>
                          set({
                            people: draft.people.map((each) =>
                              each.staff_id === id ? { ...each, weight: Number(target.value) } : each,
                            ),
                          })
                        }
                      />
                    )}
                  </li>
                );
              })}
            </ul>
            {draft.who === "any" && (
              <Checkbox
                label="Whoever owns the guest’s record or company comes first"
                checked={draft.owner_first}
                onChange={({ target }) => set({ owner_first: target.checked })}
              />
            )}
          </div>
        </Part>
        <Part title="Around each meeting">
          <Buffers before={draft.buffer_before} minutes={draft.minutes} after={draft.buffer_after} />
        </Part>
        <Part title="Limits">
          <Limits page={draft} onChange={set} />
        </Part>
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label="Place"
            size="compact"
            value={draft.place}
            onChange={({ target }) => set({ place: target.value as BookingPage["place"] })}
          >
            {places.map((place) => (
              <option key={place} value={place}>
                {placeWords[place].replace(/^./, (letter) => letter.toUpperCase())}
              </option>
            ))}
          </SelectField>
          {draft.place === "address" && (
            <TextField
              label="Address"
              size="compact"
              maxLength={300}
              dir="auto"
              value={draft.place_detail ?? ""}
              onChange={({ target }) => set({ place_detail: target.value || null })}
            />
          )}
          <SelectField
            label="Seen by"
            size="compact"
            value={draft.visibility}
            onChange={({ target }) => set({ visibility: target.value as BookingPage["visibility"] })}
          >
            {Object.entries(visibilityWords).map(([id, words]) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="On the contact page for"
            size="compact"
            value={draft.subject ?? ""}
            onChange={({ target }) => set({ subject: target.value || null })}
          >
            <option value="">Nothing</option>
            {subjects.map((subject) => (
              <option key={subject} value={subject}>
                {subject}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Show at most"
            size="compact"
            type="number"
            min={1}
            max={100}
            value={draft.show_at_most ?? ""}
            onChange={({ target }) => set({ show_at_most: target.value ? Number(target.value) : null })}
            hint="Times a day; empty is all of them"
          />
        </div>
        <Part title="Questions">
          <QuestionList questions={draft.questions} onChange={(questions) => set({ questions })} />
        </Part>
        <Part title="After a booking">
          <AfterBooking page={draft} onChange={set} />
        </Part>
      </fieldset>
      {mayEdit && (
        <footer className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4.5 py-3">
          <span className="text-caption text-muted">Changes act on the next visitor. Booked meetings stay.</span>
          <span className="flex gap-2">
            <Button
              variant="line"
              size="compact"
              disabled={!isChanged || busy}
              onClick={() => {
                forgetDraft(kept);
                setDraft(page);
              }}
            >
              Discard
            </Button>
            <Button size="compact" disabled={!isChanged || busy} onClick={save}>
              Save
            </Button>
          </span>
        </footer>
      )}
    </section>
  );
}

function Part({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-small font-[640]">{title}</h3>
      {note && <p className="text-caption text-muted">{note}</p>}
      <div className="mt-2">{children}</div>
    </div>
  );
}

function Buffers({ before, minutes, after }: { before: number; minutes: number; after: number }) {
  const hatched =
    "min-w-0 border-y border-control bg-[repeating-linear-gradient(115deg,var(--control)_0_1px,transparent_1px_4px)]";
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn with elements
      role="img"
      aria-label={`${before} minutes before, ${minutes} minutes meeting, ${after} minutes after`}
      className="max-w-96"
    >
      <div aria-hidden="true" className="flex h-9">
        {before > 0 && <i className={`${hatched} border-l`} style={{ flexGrow: before }} />}
        <b className="grid place-items-center bg-nil text-caption" style={{ flexGrow: minutes }}>
          {minutes} min
        </b>
        {after > 0 && <i className={`${hatched} border-r`} style={{ flexGrow: after }} />}
      </div>
      <div aria-hidden="true" className="mt-1 flex text-center text-xs text-muted">
        {before > 0 && <span style={{ flexGrow: before }}>{before}</span>}
        <span style={{ flexGrow: minutes }}>meeting</span>
        {after > 0 && <span style={{ flexGrow: after }}>{after}</span>}
      </div>
    </div>
  );
}
