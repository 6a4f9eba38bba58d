// The pages that visitors book on: a list, and the chosen one with its rules drawn to scale.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "#app/auth/session.tsx";
import { may } from "#app/lib/access.ts";
import { staffQuery } from "#app/lib/office.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Art } from "#app/ui/art.tsx";
import { StatusBadge } from "#app/ui/badge.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { FailedRow } from "#app/ui/compact/failed-row.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { pageStateWords, visibilityWords } from "../meeting.ts";
import { type BookingPage, bookingPagesQuery, useMeetingChange } from "../meetings-data.ts";
import { PageEditor } from "./page-editor.tsx";
import { VisitorDay } from "./visitor-day.tsx";

export function BookingPages({ chosen, onChoose }: { chosen: string | null; onChoose: (id: string) => void }) {
  const pages = useQuery(bookingPagesQuery);
  const staff = useQuery(staffQuery).data ?? [];
  const [isMaking, setMaking] = useState(false);
  // Archived ones last: their address and subject are taken until they are brought back and changed.
  const all = pages.data?.toSorted((a, b) => Number(a.state === "archived") - Number(b.state === "archived"));
  const page = all?.find(({ id }) => id === chosen) ?? all?.[0];
  const withWhom = ({ who, people }: BookingPage) => {
    const names = people.map(
      ({ staff_id: id }) => staff.find(({ user_id: each }) => each === id)?.name ?? "a colleague",
    );
    if (names.length === 0) return "without anyone";
    return who === "any"
      ? names.length === 1
        ? `with ${names[0]}`
        : `whoever is free of ${names.length}`
      : `with ${names.join(" and ")}`;
  };
  return (
    <div className="grid items-start gap-5 pt-4 xl:grid-cols-[20rem_minmax(0,1fr)]">
      <section aria-label="Booking pages" className={panelClass}>
        <header className="flex min-h-12 items-center justify-between border-b border-line py-1.5 pr-2 pl-4">
          <h2 className="text-small font-[640]">Booking pages</h2>
          {may("meetings", "edit") && (
            <IconButton name="plus" label="New booking page" size="compact" onClick={() => setMaking(true)} />
          )}
        </header>
        {pages.isPending && <LoadingRows rows={3} />}
        {pages.isError && (
          <FailedRow what="booking pages" why={messageOf(pages.error)} onRetry={() => void pages.refetch()} />
        )}
        {pages.data?.length === 0 && (
          <EmptyState art={<Art name="still" />} title="No booking pages yet">
            <p className="max-w-72 text-muted">
              A page says how long a meeting is, with whom, and when it can be booked.
            </p>
            {may("meetings", "edit") && (
              <Button size="compact" icon="plus" onClick={() => setMaking(true)}>
                New booking page
              </Button>
            )}
          </EmptyState>
        )}
        <ul>
          {all?.map((each) => (
            <li key={each.id} className="border-b border-line last:border-b-0">
              <button
                type="button"
                aria-pressed={each.id === page?.id}
                onClick={() => onChoose(each.id)}
                className="grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-2 px-4 py-2.5 text-left -outline-offset-2 hover:bg-shade aria-pressed:bg-nil"
              >
                <b dir="auto" className="truncate">
                  {each.title}
                </b>
                <StatusBadge status={pageStateWords[each.state][1]}>{pageStateWords[each.state][0]}</StatusBadge>
                <span className="col-span-2 text-caption text-muted wrap-anywhere">
                  {each.minutes} min {withWhom(each)}.{" "}
                  {each.visibility === "public" ? `/book/${each.slug}` : visibilityWords[each.visibility]}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      {page && (
        <div className="grid min-w-0 gap-5">
          <PageEditor key={page.id} page={page} />
          <VisitorDay key={`day of ${page.id}`} page={page} />
        </div>
      )}
      {isMaking && <NewPageDialog onClose={() => setMaking(false)} onMade={onChoose} />}
    </div>
  );
}

const slugOf = (title: string) =>
  title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 60);

function NewPageDialog({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const { user } = useSession();
  const { busy, rpc } = useMeetingChange();
  const [title, setTitle] = useState("");
  const [slug, setSlug] = useState<string | null>(null);
  const [minutes, setMinutes] = useState("30");
  const address = slug ?? slugOf(title);
  return (
    <FormDialog
      narrow
      title="New booking page"
      busy={busy}
      blocked={!title.trim() || address.length < 2}
      onClose={onClose}
      confirm="Create"
      onConfirm={() =>
        rpc(
          "save_booking_page",
          {
            given: {
              title: title.trim(),
              slug: address,
              minutes: Number(minutes),
              people: user ? [{ staff_id: user.id, weight: 1 }] : [],
            },
          },
          {
            done: "Created as a draft. Visitors do not see it yet",
            failed: "Not created",
            onDone: (id) => {
              onClose();
              onMade(id);
            },
          },
        )
      }
    >
      <div className="grid gap-3">
        <TextField
          label="Title"
          size="compact"
          required
          marked
          maxLength={120}
          dir="auto"
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        <TextField
          label="Address"
          size="compact"
          required
          maxLength={60}
          value={address}
          onChange={({ target }) => setSlug(target.value.toLowerCase())}
          hint={`${window.location.host}/book/${address || "…"}`}
        />
        <TextField
          label="Minutes"
          size="compact"
          type="number"
          min={5}
          max={480}
          required
          value={minutes}
          onChange={({ target }) => setMinutes(target.value)}
        />
      </div>
    </FormDialog>
  );
}
