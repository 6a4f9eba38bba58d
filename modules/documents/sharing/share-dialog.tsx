// Shares a document by link: until when, which version, with what asked before. The address is shown once, when the link is made.
import { currentMillis } from "#domain/clock.ts";
import { dateFormat } from "#domain/formats.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { Button } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Checkbox, SelectField, TextField } from "#app/ui/field.tsx";
import { toast } from "#app/ui/toast.ts";
import type { DocumentRow } from "../documents-data.ts";
import { ShareViews } from "./share-views.tsx";
import {
  type ShareLink,
  type ShareSettings,
  sharesQuery,
  useChangeShare,
  useMakeShare,
  useRevokeShare,
} from "./shares-data.ts";

interface Draft {
  ends: string;
  fixed: boolean;
  allowDownload: boolean;
  askName: boolean;
  password: string;
  maxViews: string;
  message: string;
}

const spans = [7, 14, 30, 90];
const dayWords = dateFormat({ month: "short", day: "numeric" });
const inDays = (days: number) => new Date(currentMillis() + days * 86_400_000);

const draftOf = (link: ShareLink | null): Draft => ({
  ends: link ? "as it is" : "14",
  fixed: link ? link.version_id !== null : false,
  allowDownload: link?.allow_download ?? true,
  askName: link?.ask_name ?? false,
  password: "",
  maxViews: link?.max_views?.toString() ?? "",
  message: link?.message ?? "",
});

export function ShareDialog({ row, onClose }: { row: DocumentRow; onClose: () => void }) {
  const links = useQuery(sharesQuery(row.id));
  if (!links.data)
    return (
      <Dialog open onClose={onClose} title={`Share “${row.title}”`}>
        {links.isError ? (
          <p role="alert" className="text-danger">
            {messageOf(links.error)}
          </p>
        ) : (
          <LoadingRows rows={3} />
        )}
      </Dialog>
    );
  return <LoadedShareDialog row={row} links={links.data} onClose={onClose} />;
}

function LoadedShareDialog({ row, links, onClose }: { row: DocumentRow; links: ShareLink[]; onClose: () => void }) {
  const live = links.filter(({ state }) => state === "live");
  const [linkId, setLinkId] = useState<string | null>(live[0]?.link_id ?? null);
  const link = live.find(({ link_id }) => link_id === linkId) ?? null;
  const [draft, setDraft] = useState<Draft>(() => draftOf(link));
  const [made, setMade] = useState<{ linkId: string; address: string } | null>(null);
  const make = useMakeShare();
  const change = useChangeShare();
  const revoke = useRevokeShare();
  const busy = make.isPending || change.isPending || revoke.isPending;
  const set = (changed: Partial<Draft>) => setDraft((old) => ({ ...old, ...changed }));
  const choose = (id: string | null) => {
    setLinkId(id);
    setMade(null);
    setDraft(draftOf(live.find(({ link_id }) => link_id === id) ?? null));
  };

  const settings = (): ShareSettings => ({
    versionId: draft.fixed ? (link?.version_id ?? row.version_id) : null,
    allowDownload: draft.allowDownload,
    askName: draft.askName,
    maxViews: draft.maxViews.trim() === "" ? null : Number(draft.maxViews),
    message: draft.message.trim() || null,
    expiresAt:
      draft.ends === "as it is"
        ? (link?.expires_at ?? null)
        : draft.ends === "never"
          ? null
          : inDays(Number(draft.ends)).toISOString(),
    ...(draft.password !== "" && { password: draft.password }),
  });
  const save = () => {
    if (linkId === null)
      make.mutate(
        { documentId: row.id, ...settings() },
        {
          onSuccess: (share) => {
            setMade(share);
            setLinkId(share.linkId);
            set({ ends: "as it is", password: "" });
          },
        },
      );
    else
      change.mutate(
        { linkId, ...settings() },
        { onSuccess: () => toast({ title: "Link saved", text: "It holds from the next request on." }) },
      );
  };
  const takeBack = () =>
    linkId !== null &&
    revoke.mutate(linkId, {
      onSuccess: () => {
        toast({ title: "Link taken back", text: "People who open it from now on see that it has ended." });
        onClose();
      },
    });

  return (
    <Dialog
      open
      busy={busy}
      onClose={onClose}
      title={`Share “${row.title}”`}
      footer={
        <>
          {linkId !== null && (
            <Button
              variant="line"
              size="dialog"
              className="mr-auto border-danger text-danger"
              disabled={busy}
              onClick={takeBack}
            >
              Revoke link
            </Button>
          )}
          <Button variant="line" size="dialog" onClick={onClose}>
            Close
          </Button>
          <Button size="dialog" disabled={busy} onClick={save}>
            {linkId === null ? "Make the link" : "Save"}
          </Button>
        </>
      }
    >
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {made ? (
          <div>
            <div className="flex items-stretch rounded-1 border border-control">
              <code className="min-w-0 grow truncate bg-sunken px-3 py-2.5 text-caption" data-testid="share-address">
                {made.address}
              </code>
              <CopyButton
                text={made.address}
                className="inline-flex min-h-9.5 items-center gap-1.5 border-l border-control px-3.5 font-semibold"
              />
            </div>
            <p className="mt-1.5 text-caption text-muted">Copy it now: it is not shown again, and is kept nowhere.</p>
          </div>
        ) : (
          live.length > 0 && (
            <SelectField
              label="Link"
              size="compact"
              value={linkId ?? ""}
              onChange={(event) => choose(event.target.value || null)}
              hint={link && "Its address was shown when it was made. Make a new one to copy an address again."}
            >
              {live.map((each) => (
                <option key={each.link_id} value={each.link_id}>
                  {`…${each.hint}, made ${dayWords.format(new Date(each.created_at))}${each.created_by ? ` by ${each.created_by}` : ""}`}
                </option>
              ))}
              <option value="">A new link</option>
            </SelectField>
          )
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Ends"
            size="compact"
            value={draft.ends}
            onChange={(event) => set({ ends: event.target.value })}
          >
            {(link ?? made) && (
              <option value="as it is">
                {link?.expires_at ? dayWords.format(new Date(link.expires_at)) : link ? "Never" : "As chosen"}
              </option>
            )}
            {spans.map((days) => (
              <option key={days} value={String(days)}>{`In ${days} days, ${dayWords.format(inDays(days))}`}</option>
            ))}
            <option value="never">Never</option>
          </SelectField>
          <SelectField
            label="Version"
            size="compact"
            value={draft.fixed ? "fixed" : "newest"}
            onChange={(event) => set({ fixed: event.target.value === "fixed" })}
          >
            <option value="newest">Always the current one</option>
            <option value="fixed">{`Only version ${link?.version_no ?? row.no}`}</option>
          </SelectField>
        </div>
        <TextField
          label="Message"
          size="compact"
          maxLength={300}
          value={draft.message}
          onChange={(event) => set({ message: event.target.value })}
          hint="One sentence below the title."
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Password"
            size="compact"
            type="text"
            autoComplete="off"
            minLength={4}
            maxLength={72}
            value={draft.password}
            placeholder={link?.has_password ? "As it is" : "None"}
            onChange={(event) => set({ password: event.target.value })}
          />
          <TextField
            label="Views at most"
            size="compact"
            inputMode="numeric"
            pattern="[1-9][0-9]{0,4}"
            value={draft.maxViews}
            placeholder="Any number"
            onChange={(event) => set({ maxViews: event.target.value.replaceAll(/\D/g, "").slice(0, 5) })}
          />
        </div>
        <Checkbox
          label="Ask for a name before showing the file"
          checked={draft.askName}
          onChange={(event) => set({ askName: event.target.checked })}
        />
        <Checkbox
          label="Allow download"
          checked={draft.allowDownload}
          onChange={(event) => set({ allowDownload: event.target.checked })}
        />
        {link && <ShareViews link={link} />}
      </form>
    </Dialog>
  );
}
