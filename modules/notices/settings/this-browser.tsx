// Notices while no window is open. Nothing is asked of the browser before a click.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "#app/lib/request-error.ts";
import { call } from "#app/lib/typed-answers.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/field.tsx";
import { panelClass } from "#app/ui/panel.ts";
import { toast } from "#app/ui/toast.ts";

const worker = "/notices-worker.js";
const isPossible = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

async function subscription(): Promise<PushSubscription | null> {
  const registered = isPossible() ? await navigator.serviceWorker.getRegistration(worker) : undefined;
  return (await registered?.pushManager.getSubscription()) ?? null;
}

async function switchOn(withNames: boolean) {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error("The browser does not allow it. Its settings of this site can be changed.");
  const key = await call("push_public_key", {});
  if (!key) throw new Error("The server has no key for this yet. Try again in a minute.");
  const registration = await navigator.serviceWorker.register(worker, { scope: "/" });
  await navigator.serviceWorker.ready;
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await keep(made, withNames);
}

async function keep(made: PushSubscription, withNames: boolean) {
  const { endpoint, keys } = made.toJSON();
  await call("keep_push_browser", {
    endpoint: endpoint ?? "",
    p256dh: keys?.["p256dh"] ?? "",
    auth: keys?.["auth"] ?? "",
    with_names: withNames,
  });
}

async function switchOff() {
  const made = await subscription();
  if (!made) return;
  await call("forget_push_browser", { endpoint: made.endpoint });
  await made.unsubscribe();
}

const namesKey = "notices-with-names";

export function ThisBrowser() {
  const client = useQueryClient();
  const current = useQuery({ queryKey: ["push-browser"], queryFn: async () => (await subscription()) !== null });
  const change = useMutation({
    mutationFn: async (act: { on: boolean; names?: boolean }) => {
      if (!act.on) return switchOff();
      const names = act.names ?? false;
      const made = await subscription();
      await (made ? keep(made, names) : switchOn(names));
      localStorage.setItem(namesKey, names ? "yes" : "no");
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["push-browser"] }),
    onError: (error) => toast({ title: messageOf(error), tone: "danger" }),
  });
  const isOn = current.data === true;
  const names = isOn && localStorage.getItem(namesKey) === "yes";
  return (
    <section aria-label="This browser" className={panelClass}>
      <h2 className="border-b border-line px-4 py-3 text-small font-[640]">This browser</h2>
      <div className="grid justify-items-start gap-3 px-4 py-3">
        {isPossible() ? (
          <>
            <p className="text-caption text-muted">
              Shows a line on your screen, also while no window is open, without clients’ names.
            </p>
            <Button
              variant="line"
              size="compact"
              icon="bell"
              disabled={change.isPending || current.isPending}
              onClick={() => change.mutate({ on: !isOn })}
            >
              {isOn ? "Stop in this browser" : "Ask this browser"}
            </Button>
            {isOn && (
              <Checkbox
                label="With names, also on a locked screen"
                checked={names}
                disabled={change.isPending}
                onChange={({ target }) => change.mutate({ on: true, names: target.checked })}
              />
            )}
          </>
        ) : (
          <p className="text-caption text-muted">This browser cannot show notices while no window is open.</p>
        )}
      </div>
    </section>
  );
}
