// /admin/mail/<thread or mail>: the thread, and beside it the others with the same person, company or deal.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { site } from "#content/site.ts";
import { formatWhen } from "#app/lib/formats.ts";
import { Button } from "#app/ui/button.tsx";
import { Strip } from "#app/ui/compact/strip.tsx";
import { useRowKeys } from "#app/ui/compact/use-row-keys.ts";
import { Icon } from "#app/ui/icon.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { useMedia } from "#app/ui/use-media.ts";
import {
  answeredSinceQuery,
  beginAnswerQuery,
  type MailOf,
  nameQuery,
  threadQuery,
  threadsQuery,
} from "../mailbox-data.ts";
import { threadAddress } from "../panel/mail-panel.tsx";
import { ofMails, parseOf, recordAddress } from "./thread-address-data.ts";
import { ThreadList } from "./thread-list.tsx";
import { PhoneBack, ThreadPane, useScrollTo } from "./thread-pane.tsx";
import { mayAnswer } from "./thread-reply.tsx";

const linkClass = "text-muted underline decoration-control underline-offset-3 hover:text-ink";

export default function ThreadPage() {
  const { id = "" } = useParams();
  const [params] = useSearchParams();
  const mails = useQuery(threadQuery(id)).data ?? [];
  const of = parseOf(params.get("of")) ?? ofMails(mails);
  const thread = mails[0]?.thread_id ?? null;
  const wide = useMedia("(min-width: 64rem)");
  // Another thread is another page: what was kept, opened or typed belongs to the one before.
  return <Page key={id} {...{ id, of, thread, wide }} newest={mails.at(-1)?.id ?? null} />;
}

function Page({
  id,
  of,
  thread,
  newest,
  wide,
}: {
  id: string;
  of: MailOf | null;
  thread: string | null;
  newest: string | null;
  wide: boolean;
}) {
  const [kept, setKept] = useState<string | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const name = useQuery({ ...nameQuery(of ?? { kind: "contacts", id: "" }), enabled: of !== null }).data;
  const begun = useQuery({ ...beginAnswerQuery(newest ?? ""), enabled: newest !== null && mayAnswer() }).data;
  const meanwhile = useQuery(answeredSinceQuery(thread ?? "", thread ? begun?.as_of : undefined)).data;
  const navigate = useNavigate();
  const rows = useQuery({ ...threadsQuery(of ?? { kind: "contacts", id: "" }), enabled: of !== null }).data?.rows ?? [];
  useRowKeys({
    rows: rows.map((row) => ({ id: row.thread_id })),
    openId: thread,
    onOpen: (next) => of && void navigate(threadAddress(of, next), { replace: true }),
  });
  useScrollTo(shown);
  const isNews = meanwhile && meanwhile.at !== kept;
  const who = meanwhile?.name ?? "A colleague";
  return (
    <>
      <title>{`Mail | ${site.name} admin`}</title>
      <nav aria-label="Breadcrumb" className="flex min-w-0 items-center gap-2 text-caption">
        <Link to="/admin/crm" className={linkClass}>
          CRM
        </Link>
        {of && (
          <>
            <Icon name="chevron" className="size-3.5 -rotate-90 text-muted" />
            <Link to={recordAddress(of)} className={`${linkClass} min-w-0 truncate`}>
              <bdi>{name ?? "Record"}</bdi>
            </Link>
          </>
        )}
        <Icon name="chevron" className="size-3.5 -rotate-90 text-muted" />
        <span>Mail</span>
      </nav>
      {isNews && (
        <div role="alert">
          <Strip
            tone="warn"
            action={
              <span className="flex gap-2">
                <Button
                  variant="line"
                  size="compact"
                  onClick={() => {
                    setShown(meanwhile.mail_id ?? meanwhile.outbox_id);
                    setKept(meanwhile.at);
                  }}
                >
                  Show theirs
                </Button>
                <Button variant="line" size="compact" onClick={() => setKept(meanwhile.at)}>
                  Keep mine
                </Button>
              </span>
            }
          >
            <b className="font-semibold">
              {who} answered this thread {formatWhen(meanwhile.at)}, while you were here.
            </b>{" "}
            Read that mail before you queue yours.
          </Strip>
        </div>
      )}
      <section
        aria-label="Mail"
        className={`${panelClass} grid overflow-clip rounded-br-turn-dialog ${of && wide ? "grid-cols-[20rem_minmax(0,1fr)]" : "grid-cols-[minmax(0,1fr)]"}`}
      >
        {of && wide && <ThreadList of={of} openId={thread} />}
        <div className="min-w-0">
          {of && !wide && <PhoneBack of={of} />}
          <ThreadPane
            id={id}
            of={of}
            heading="h1"
            allTheSame={kept !== null && kept === meanwhile?.at}
            onWritten={() => setKept(null)}
          />
        </div>
      </section>
    </>
  );
}
