// While the back office is seen as a role would see it: a frame around everything, which says so, and the way out.
import { useMutation } from "@tanstack/react-query";
import type { Access } from "#app/lib/access.ts";
import { call } from "#app/lib/typed-answers.ts";
import { useSession } from "#app/auth/session.tsx";
import { Button } from "#app/ui/button.tsx";

export function ViewingFrame({ access }: { access: Access }) {
  const { renewAccess } = useSession();
  const stop = useMutation({ mutationFn: () => call("stop_viewing", {}), onSuccess: renewAccess });
  if (access.viewing === null) return null;
  return (
    <>
      <div aria-hidden="true" className="pointer-events-none fixed inset-0 z-30 border-3 border-dev print:hidden" />
      <output className="flex flex-wrap items-center gap-3 border-b border-dev bg-nil px-4 py-2 lg:px-6">
        <span>
          You see the back office as <b>{access.viewing}</b> sees it. Reading only: nothing can be changed.
        </span>
        <Button size="compact" className="ml-auto" disabled={stop.isPending} onClick={() => stop.mutate()}>
          Stop viewing
        </Button>
      </output>
    </>
  );
}
