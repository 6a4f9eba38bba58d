// What one wants to use: everything by the first button, or module by module.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { allModules, isLive } from "#app/admin/areas.ts";
import { useLiveModules } from "#app/admin/live-modules.ts";
import { firstStepsQuery } from "#app/lib/firm.ts";
import { messageOf, RequestError, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon, isIconName } from "#app/ui/icon.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { toast } from "#app/ui/toast.ts";

const switched = allModules.filter((module) => module.live === "switched" && module.built);

export function ChooseModules() {
  const live = useLiveModules();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: async ({ keys, on }: { keys: readonly string[]; on: boolean }) => {
      const rows: unknown[] = unwrap(
        await supabase()
          .from("modules")
          .update({ live: on })
          .in("key", [...keys])
          .select("key"),
      );
      if (rows.length === 0) throw new RequestError("Only administrators switch modules.", 403);
    },
    onSuccess: (_, { keys, on }) =>
      toast({ title: keys.length > 1 ? "Everything is on" : `${nameOf(keys[0])} is ${on ? "on" : "off"}` }),
    onError: (error) => toast({ title: "Failed to switch", text: messageOf(error), tone: "danger" }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["modules"] }),
        client.invalidateQueries({ queryKey: firstStepsQuery.queryKey }),
      ]),
  });
  const off = switched.filter((module) => !isLive(module, live)).map(({ key }) => key);
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center gap-3">
        <Button
          size="dialog"
          disabled={off.length === 0 || change.isPending}
          onClick={() => change.mutate({ keys: off, on: true })}
        >
          Everything
        </Button>
        <span className="text-muted">
          {off.length === 0 ? "Everything is on." : "The quickest start. Each can be turned off later; records stay."}
        </span>
      </p>
      <ul aria-label="Modules" className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {switched.map((module) => (
          <li
            key={module.key}
            className="grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-3 rounded-1 border border-line p-3"
          >
            <span className="grid size-10 place-items-center rounded-1 rounded-br-turn-sm bg-nil">
              {isIconName(module.icon) && <Icon name={module.icon} className="size-5" />}
            </span>
            <span className="min-w-0">
              <span className="block font-semibold">{module.name}</span>
              <span className="block text-caption text-muted">{module.about}</span>
            </span>
            <Switch
              label={module.name}
              checked={isLive(module, live)}
              disabled={change.isPending || module.alsoWith?.some((key) => live.has(key)) === true}
              onChange={(on) => change.mutate({ keys: [module.key], on })}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

const nameOf = (key: string | undefined) => switched.find((module) => module.key === key)?.name ?? "";
