// The shell of the back office and its guard. The guard is courtesy; row level security is the lock.
import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { asSpecified, firstDayOfWeek, formatCount, regionOf, setFormats, readsHours24 } from "#domain/formats.ts";
import type { RecordAt } from "#domain/module.ts";
import { useSession } from "#app/auth/session.tsx";
import { type Access, setAccess } from "#app/lib/access.ts";
import { formatChoiceQuery } from "#app/lib/format-choice.ts";
import { useAskAhead } from "#app/lib/ask-ahead.ts";
import { useLiveConnection, useLiveEvents } from "#app/lib/use-live.ts";
import { officeQuery } from "#app/lib/office.ts";
import { setOfficeZone } from "#app/lib/office-time.ts";
import { createQueryClient } from "#app/lib/query-client.ts";
import { runtimeSettings } from "#app/lib/runtime-settings.ts";
import { renewSession } from "#app/lib/renew-session.ts";
import { signInThen } from "#app/lib/next-page.ts";
import type { RecordsContext } from "#app/records/records-context.ts";
import { Button } from "#app/ui/button.tsx";
import { Drawer } from "#app/ui/drawer.tsx";
import { type Formats, FormatsProvider, type WeekDay } from "#app/ui/formats-context.ts";
import { toast } from "#app/ui/toast.ts";
import { useShortcut } from "#app/ui/use-shortcut.ts";
import { mayOpen, moduleAreas } from "./areas.ts";
import { NotYours } from "./not-yours.tsx";
import { ModulesProvider } from "./modules-context.tsx";
import { liveModulesQuery } from "./live-modules.ts";
import { ModuleBanners } from "./shell/module-banners.tsx";
import { SampleBanner } from "./shell/sample-banner.tsx";
import { Palette } from "./shell/palette.tsx";
import { quickActionOf, QuickActions } from "./shell/quick-actions.tsx";
import { ShortcutsSheet } from "./shell/shortcuts-sheet.tsx";
import { Sidebar } from "./shell/sidebar.tsx";
import { StateScreen } from "./shell/state-screen.tsx";
import { TopBar } from "./shell/top-bar.tsx";
import { ViewingFrame } from "./shell/viewing-frame.tsx";
import { SecondFactors } from "./settings/second-factors.tsx";

/** Sunday is 7, and first here. */
const weekDays: readonly WeekDay[] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

export const meta = () => [{ name: "robots", content: "noindex" }];

export default function AdminLayout() {
  const { user } = useSession();
  // What one person has read is not kept for the next.
  return <Guard key={user?.id} />;
}

function Guard() {
  const { user, access, loading, needsSecondFactor } = useSession();
  const { pathname, search } = useLocation();
  const [queries] = useState(() => createQueryClient(() => void renewSession()));
  // Asked for beside the admin check: every page needs to know which modules are on next, and some can ask for more.
  const isKnown = user !== null;
  const askAhead = useAskAhead();
  const start = useEffectEvent(() => {
    void queries.prefetchQuery(liveModulesQuery);
    void queries.prefetchQuery(officeQuery);
    void queries.prefetchQuery(formatChoiceQuery);
    askAhead(queries, new URLSearchParams(search));
  });
  useEffect(() => {
    if (isKnown) start();
  }, [isKnown]);
  if (loading) return <output className="block p-6 text-ui">Loading...</output>;
  if (!user || needsSecondFactor) return <Navigate to={signInThen(pathname + search)} replace />;
  if (!access) return <AccessDenied />;
  if (access.second_factor === "missing") return <SetUpSecondFactor client={queries} />;
  // Before anything below is drawn.
  setAccess(access);
  return (
    <QueryClientProvider client={queries}>
      <BackOffice key={JSON.stringify(access)} access={access} />
    </QueryClientProvider>
  );
}

function AccessDenied() {
  const { signOut } = useSession();
  return (
    <main id="main" className="grid min-h-dvh content-center bg-sunken text-ui">
      <title>Access Denied</title>
      <StateScreen art="ring-shut" title="Access Denied">
        <p className="text-muted">You need admin privileges to access this area.</p>
        {runtimeSettings.clientArea && (
          <p className="text-muted">
            Are you a client?{" "}
            <a href="/client" className="underline decoration-control underline-offset-2 hover:decoration-ink">
              Your area is here
            </a>
          </p>
        )}
        <Button size="dialog" className="mt-3" onClick={() => void signOut()}>
          Sign Out
        </Button>
      </StateScreen>
    </main>
  );
}

/** A role asks for a second factor and the account has none: nothing else is shown before. */
function SetUpSecondFactor({ client }: { client: QueryClient }) {
  const { signOut } = useSession();
  return (
    <QueryClientProvider client={client}>
      <main
        id="main"
        className="grid min-h-dvh grid-cols-[minmax(0,40rem)] content-center justify-center gap-4 bg-sunken p-4 text-ui"
      >
        <title>Set up a second factor</title>
        <h1 className="font-display text-2xl">Set up a second factor</h1>
        <p>Your role asks for one. Add an authenticator app or a security key below; the back office opens then.</p>
        <SecondFactors />
        <Button variant="line" size="dialog" className="justify-self-start" onClick={() => void signOut()}>
          Sign Out
        </Button>
      </main>
    </QueryClientProvider>
  );
}

/** Says so when an owner has changed what this person may do, and shows it at once. */
function useAccessChanges() {
  const { renewAccess } = useSession();
  const client = useQueryClient();
  useLiveEvents(({ event }) => {
    if (event !== "access") return;
    void (async () => {
      await renewAccess();
      client.clear();
      toast({ title: "Your role changed" });
    })();
  });
}

function BackOffice({ access }: { access: Access }) {
  const { pathname } = useLocation();
  const [open, setOpen] = useState<"menu" | "palette" | "shortcuts" | { quick: string; at?: RecordAt } | null>(null);
  const close = () => setOpen(null);
  useLiveConnection(moduleAreas);
  useAccessChanges();
  // Pages write times by the office's clock. Where it cannot be read they are the viewer's, as in any other program.
  const office = useQuery(officeQuery);
  if (office.data) setOfficeZone(office.data.time_zone);
  // The same for how the person reads dates and numbers: as specified where that cannot be read.
  const choice = useQuery(formatChoiceQuery);
  const chosen = choice.data ?? asSpecified;
  setFormats(chosen);
  const hasChosen = choice.data !== undefined && choice.data !== asSpecified;
  const formats: Formats = useMemo(
    () => ({
      count: formatCount,
      ...(hasChosen && {
        locale: regionOf(chosen).english,
        firstDayOfWeek: weekDays[firstDayOfWeek(chosen) % 7] ?? "mon",
        hourCycle: readsHours24() ? 24 : 12,
      }),
    }),
    [chosen, hasChosen],
  );
  // Once, and for good: a read that fails and is asked for again takes no page away.
  const [isReady, setReady] = useState(false);
  if (!isReady && !office.isPending && !choice.isPending) setReady(true);
  const startQuickAction = useCallback<RecordsContext["startQuickAction"]>((module, at) => {
    const quick = quickActionOf(module);
    if (quick) setOpen({ quick, at });
  }, []);
  useShortcut("mod+k", () => setOpen("palette"));
  useShortcut("?", () => setOpen("shortcuts"));
  return (
    <FormatsProvider value={formats}>
      <ModulesProvider startQuickAction={startQuickAction}>
        <div className="min-h-dvh bg-sunken text-ui lg:pl-64 print:min-h-0 print:pl-0!">
          <a
            href="#main"
            className="sr-only z-30 rounded-1 bg-solid px-3 py-2 text-on-solid focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
          >
            Skip to content
          </a>
          <aside className="fixed inset-y-0 left-0 hidden w-64 border-r border-line lg:block print:hidden!">
            <Sidebar />
          </aside>
          <Drawer open={open === "menu"} onClose={close} label="Navigation">
            <Sidebar onNavigate={close} />
          </Drawer>
          <TopBar onMenu={() => setOpen("menu")} onSearch={() => setOpen("palette")} />
          <ViewingFrame access={access} />
          <ModuleBanners />
          <SampleBanner />
          <main
            id="main"
            tabIndex={-1}
            // The room below lets the last row be scrolled clear of a message at the bottom.
            className="grid max-w-336 grid-cols-[minmax(0,1fr)] content-start gap-5 p-4 pb-28 outline-none lg:p-6 lg:pb-28 print:pb-0!"
          >
            {/* Drawn again when another choice is made. */}
            {isReady && (mayOpen(pathname) ? <Outlet key={JSON.stringify(chosen)} /> : <NotYours />)}
          </main>
          <ShortcutsSheet open={open === "shortcuts"} onClose={close} />
          {open === "palette" && <Palette onClose={close} onQuickAction={(quick) => setOpen({ quick })} />}
          <QuickActions
            open={typeof open === "object" ? (open?.quick ?? null) : null}
            at={typeof open === "object" ? (open?.at ?? null) : null}
            onOpen={(quick) => setOpen({ quick })}
            onClose={close}
          />
        </div>
      </ModulesProvider>
    </FormatsProvider>
  );
}
