// The bell of the top bar: how many are new, and the list, grouped by day. G N opens it.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { Link, useLocation, useSearchParams } from "react-router";
import { useLiveEvents } from "#app/lib/use-live.ts";
import { formatDay } from "#app/lib/formats.ts";
import { inOfficeTime, zoneNote } from "#app/lib/office-time.ts";
import { messageOf } from "#app/lib/request-error.ts";
import { LoadingRows } from "#app/records/list/loading-rows.tsx";
import { useTopLayer } from "#app/ui/compact/top-layer.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { toast } from "#app/ui/toast.ts";
import { useKeySequence } from "#app/ui/use-shortcut.ts";
import { noticeDetail, noticeKinds, noticePath, noticeTitle } from "../notice.ts";
import { noticesQuery, readNotices, refreshNotices, type ShownNotice, unreadQuery } from "../notices-data.ts";

export default function Bell() {
  const client = useQueryClient();
  const [isOpen, setShown] = useState(false);
  const { layer, raise } = useTopLayer();
  const setOpen = (open: boolean) => {
    if (open) raise();
    setShown(open);
  };
  const unread = useQuery(unreadQuery).data ?? 0;
  useLiveEvents(({ event }) => {
    if (event === "notice" || event === "missed") refreshNotices(client);
  });
  useKeySequence("g", "n", () => setOpen(true));
  useOpenFromAddress(() => setOpen(true));
  useReadWhatIsShown();
  const words = unread === 0 ? "Notices, none new" : `Notices, ${unread > 99 ? "more than 99" : unread} new`;
  return layer(
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button
        aria-label={words}
        className="relative grid size-8 cursor-pointer place-items-center rounded-1 hover:bg-shade aria-expanded:bg-shade max-sm:size-10"
      >
        <Icon name="bell" className="size-4.5" />
        {unread > 0 && (
          <span
            aria-hidden
            className="absolute -top-0.5 right-0 min-w-4 rounded-1 bg-ink px-1 text-center text-[0.6875rem] leading-4 font-[640] text-ground tabular-nums max-sm:top-1 max-sm:right-1"
          >
            {unread > 99 ? "99+" : unread}
          </span>
        )}
      </Button>
      <Popover
        placement="bottom end"
        offset={6}
        className="flex max-h-[min(38rem,calc(100dvh-5rem))] w-[min(25rem,calc(100vw-1.5rem))] flex-col rounded-2 rounded-br-turn-sm border border-line bg-surface text-ui text-ink shadow-2"
      >
        <Dialog aria-label="Notices" className="flex min-h-0 flex-col outline-none">
          <List unread={unread} onGo={() => setOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>,
  );
}

function List({ unread, onGo }: { unread: number; onGo: () => void }) {
  const client = useQueryClient();
  const { data, isPending, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } =
    useInfiniteQuery(noticesQuery);
  const readAll = useMutation({
    mutationFn: () => readNotices(),
    onSuccess: () => refreshNotices(client),
    onError: (reason) => toast({ title: messageOf(reason), tone: "danger" }),
  });
  const days = byDay(data?.pages.flat() ?? []);
  return (
    <>
      <div className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4">
        <h2 className="text-small font-[640]">Notices</h2>
        {unread > 0 && (
          <button
            type="button"
            className="min-h-8 cursor-pointer rounded-1 px-2 font-semibold hover:bg-nil max-sm:min-h-11"
            disabled={readAll.isPending}
            onClick={() => readAll.mutate()}
          >
            Read all
          </button>
        )}
      </div>
      <div className="min-h-0 overflow-y-auto">
        {isPending && <LoadingRows rows={4} />}
        {error && (
          <p role="alert" className="px-4 py-4">
            Your notices could not be loaded. {messageOf(error)}{" "}
            <button type="button" className="cursor-pointer underline" onClick={() => void refetch()}>
              Try again
            </button>
          </p>
        )}
        {data && days.length === 0 && (
          <p className="px-4 py-5 text-muted">
            Nothing yet. Here you read what others give you, where they name you, and what becomes of records that you
            own or follow.
          </p>
        )}
        {days.map(({ day, name, zone, notices }) => (
          <section key={day} aria-label={name}>
            <h3 className="px-4 pt-3 pb-1 text-caption text-muted">
              {name}
              {zone}
            </h3>
            <ul>
              {notices.map((notice) => (
                <li key={notice.id}>
                  <Line notice={notice} onGo={onGo} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {hasNextPage && (
          <button
            type="button"
            className="mx-4 my-3 min-h-8 cursor-pointer font-semibold underline max-sm:min-h-11"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {isFetchingNextPage ? "Loading" : "Show older ones"}
          </button>
        )}
      </div>
      <div className="flex items-center justify-between gap-3 border-t border-line px-4 py-2 text-caption">
        <Link to="/admin/settings?tab=notices" className="text-muted underline" onClick={onGo}>
          What you are told
        </Link>
        <span className="flex gap-1 max-sm:hidden">
          {["G", "N"].map((key) => (
            <kbd key={key} className="rounded-1 border border-control px-1.5 text-xs">
              {key}
            </kbd>
          ))}
        </span>
      </div>
    </>
  );
}

function Line({ notice, onGo }: { notice: ShownNotice; onGo: () => void }) {
  const client = useQueryClient();
  const isNew = notice.read_at === null;
  const read = () => {
    onGo();
    if (isNew) void readNotices([notice.id]).then(() => refreshNotices(client));
  };
  return (
    <Link
      to={noticePath(notice)}
      onClick={read}
      className="relative grid grid-cols-[1rem_1fr_auto] items-start gap-x-2.5 px-4 py-2 -outline-offset-2 hover:bg-nil max-sm:py-2.5"
    >
      {isNew && <span aria-hidden className="absolute top-4 left-1.25 size-1.5 rounded-full bg-ink" />}
      <Icon name={noticeKinds[notice.kind].icon} className="mt-0.5 size-4 text-muted" />
      <span className="min-w-0">
        <span className={`block wrap-anywhere ${isNew ? "font-[640]" : ""}`}>
          {isNew && <span className="sr-only">New: </span>}
          {noticeTitle(notice)}
        </span>
        <span className="line-clamp-2 text-caption wrap-anywhere text-muted">{noticeDetail(notice)}</span>
      </span>
      <time dateTime={notice.at} className="text-caption text-muted tabular-nums">
        {inOfficeTime(new Date(notice.at), { timeStyle: "short", hourCycle: "h23" })}
      </time>
    </Link>
  );
}

function byDay(notices: readonly ShownNotice[]) {
  const days: { day: string; name: string; zone: string; notices: ShownNotice[] }[] = [];
  for (const notice of notices) {
    const last = days.at(-1);
    if (last?.day === notice.day) last.notices.push(notice);
    else
      days.push({
        day: notice.day,
        name: notice.days_ago === 0 ? "Today" : notice.days_ago === 1 ? "Yesterday" : formatDay(new Date(notice.at)),
        zone: zoneNote(Date.parse(notice.at)).replace(" ", ", "),
        notices: [notice],
      });
  }
  return days;
}

/** A mail's link: /admin?notices. */
function useOpenFromAddress(open: () => void) {
  const openNow = useEffectEvent(open);
  const [search, setSearch] = useSearchParams();
  const isAsked = search.has("notices");
  useEffect(() => {
    if (!isAsked) return;
    openNow();
    setSearch(
      (before) => {
        before.delete("notices");
        return before;
      },
      { replace: true },
    );
  }, [isAsked, setSearch]);
}

/** What is new about the record whose page is open is read by being there. */
function useReadWhatIsShown() {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const unread = useQuery(unreadQuery).data ?? 0;
  useEffect(() => {
    if (unread === 0) return;
    const readHere = async () => {
      const { pages } = await client.fetchInfiniteQuery(noticesQuery);
      const here = pages
        .flat()
        .filter((notice) => notice.read_at === null && noticePath(notice) === pathname && notice.more === 0);
      if (here.length === 0) return;
      await readNotices(here.map(({ id }) => id));
      refreshNotices(client);
    };
    // Next time, if this failed.
    readHere().catch(() => undefined);
  }, [client, pathname, unread]);
}
