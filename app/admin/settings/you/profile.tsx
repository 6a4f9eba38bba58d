// Name and picture, as colleagues see them.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "#app/auth/session.tsx";
import { ownPictureQuery } from "#app/lib/own-picture.ts";
import { messageOf, RequestError, unwrap } from "#app/lib/request-error.ts";
import { supabase } from "#app/lib/supabase.ts";
import { toast } from "#app/ui/toast.ts";
import { PictureField } from "../firm/picture-field.tsx";
import { NameForm } from "../own-name.tsx";
import { Panel } from "../panel.tsx";

export function Profile() {
  return (
    <Panel title="Your account">
      <ProfileForm />
    </Panel>
  );
}

export function ProfileForm() {
  return (
    <div className="grid gap-5">
      <NameForm hint="The dashboard greets you with it. Replies, proposals and sequences are signed with it." />
      <OwnPicture />
    </div>
  );
}

function OwnPicture() {
  const { user } = useSession();
  const id = user?.id ?? "";
  const picture = useQuery(ownPictureQuery(id));
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async (next: string | null) => {
      const rows: unknown[] = unwrap(
        await supabase().from("staff").update({ picture: next }).eq("user_id", id).select("user_id"),
      );
      if (rows.length === 0) throw new RequestError("Only administrators have a picture here.", 403);
    },
    onSuccess: async (_, next) => {
      await client.invalidateQueries({ queryKey: ownPictureQuery(id).queryKey });
      toast({ title: next ? "Picture saved" : "Picture removed" });
    },
    onError: (error) => toast({ title: "Failed to save the picture", text: messageOf(error), tone: "danger" }),
  });
  return (
    <PictureField
      round
      label="Your picture"
      hint="Colleagues see it beside your name."
      value={picture.data ?? null}
      busy={save.isPending}
      onChange={(next) => save.mutate(next)}
    />
  );
}
