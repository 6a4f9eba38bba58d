import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { formatMoment } from "#app/lib/formats.ts";
import { messageOf, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { Chip } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import { deviceOf } from "./device.ts";
import { Panel, Refused } from "./panel.tsx";

const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async () => unwrap(await supabase().rpc("my_sessions")),
  staleTime: 0,
});

export function Sessions() {
  const sessions = useQuery(sessionsQuery);
  const client = useQueryClient();
  const settle = {
    onError: (error: Error) => toast({ title: "Failed to end the session", text: messageOf(error), tone: "danger" }),
    onSettled: () => client.invalidateQueries({ queryKey: ["sessions"] }),
  } as const;
  const endOne = useMutation({
    mutationFn: async (session: string) => unwrap(await supabase().rpc("end_my_session", { session })),
    onSuccess: () => toast({ title: "Session ended" }),
    ...settle,
  });
  const endOthers = useMutation({
    mutationFn: async () => {
      const { error } = await supabase().auth.signOut({ scope: "others" });
      if (error) throw error;
    },
    onSuccess: () => toast({ title: "Signed out everywhere else" }),
    ...settle,
  });
  const others = sessions.data?.filter(({ current }) => !current) ?? [];
  return (
    <Panel title="Active sessions" note="Where you are signed in.">
      {sessions.isPending && <output>Loading...</output>}
      {sessions.isError && <Refused>{messageOf(sessions.error)}</Refused>}
      <ul>
        {sessions.data?.map((session) => (
          <li key={session.id} className="flex items-center gap-3 border-b border-line py-2.5">
            <span className="min-w-0 grow">
              <span className="font-semibold">{deviceOf(session.user_agent)}</span>{" "}
              {session.current && <Chip tone="safe">This session</Chip>}
              <span className="block text-caption text-muted">
                {session.ip && `${session.ip}, `}since {formatMoment(session.created_at)}, last renewed{" "}
                {formatMoment(session.used_at)}
              </span>
            </span>
            {!session.current && (
              <Button
                variant="line"
                size="compact"
                disabled={endOne.isPending}
                onClick={() => endOne.mutate(session.id)}
              >
                End<span className="sr-only"> the session of {deviceOf(session.user_agent)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button
        variant="line"
        size="compact"
        className="mt-4"
        disabled={others.length === 0 || endOthers.isPending}
        onClick={() => endOthers.mutate()}
      >
        Sign out of other sessions
      </Button>
    </Panel>
  );
}
