import { useQuery } from "@tanstack/react-query";
import { useSession } from "#app/auth/session.tsx";
import { nameBeforeAt } from "#app/lib/formats.ts";
import { ownPictureQuery } from "#app/lib/own-picture.ts";

export const accountButton = "-mr-1.5 flex min-w-0 items-center gap-2.5 rounded-2 px-1.5 py-0.75 max-sm:min-h-11";

/** Who is signed in: the part of the address before the @, and its first letter or their picture. */
export function Avatar() {
  const { user } = useSession();
  const name = nameBeforeAt(user?.email ?? "");
  const picture = useQuery({ ...ownPictureQuery(user?.id ?? ""), enabled: user !== null }).data;
  return (
    <>
      <span className="max-w-40 min-w-0 truncate font-[520] max-sm:max-w-20">{name}</span>
      <span
        aria-hidden="true"
        className="grid size-7.5 shrink-0 place-items-center rounded-full bg-nil text-xs font-[650] uppercase"
      >
        {picture ? <img src={picture} alt="" className="size-full rounded-full object-cover" /> : [...name][0]}
      </span>
    </>
  );
}
