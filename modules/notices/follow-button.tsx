// In the head of a record's page: people who follow it are told as its owner is.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "#app/lib/request-error.ts";
import { Button } from "#app/ui/button.tsx";
import { toast } from "#app/ui/toast.ts";
import type { PanelProps } from "#domain/module.ts";
import { follow, type Followed, followQuery } from "./notices-data.ts";

const buttonFor = (type: Followed) =>
  function FollowButton({ record: { id } }: PanelProps) {
    const client = useQueryClient();
    const query = followQuery(id);
    const isFollowing = useQuery(query).data;
    const change = useMutation({
      mutationFn: (on: boolean) => follow(type, id, on),
      onSuccess: (_, on) => {
        client.setQueryData(query.queryKey, on);
        if (on)
          toast({ title: "You follow this", text: "You are told when it is won, answered, paid or changes hands." });
      },
      onError: (error) => toast({ title: messageOf(error), tone: "danger" }),
    });
    if (isFollowing === undefined) return null;
    return (
      <Button
        variant="line"
        size="compact"
        icon="bell"
        aria-pressed={isFollowing}
        disabled={change.isPending}
        onClick={() => change.mutate(!isFollowing)}
      >
        {isFollowing ? "Following" : "Follow"}
      </Button>
    );
  };

export const followButton = {
  accounts: buttonFor("account"),
  contacts: buttonFor("contact"),
  deals: buttonFor("deal"),
  inquiries: buttonFor("inquiry"),
};
