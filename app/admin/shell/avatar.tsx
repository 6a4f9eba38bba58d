import { useSession } from "#app/auth/session.tsx";
import { nameBeforeAt } from "#app/lib/formats.ts";

export const accountButton = "-mr-1.5 flex min-w-0 items-center gap-2.5 rounded-2 px-1.5 py-0.75 max-sm:min-h-11";

/** Who is signed in: the part of the address before the @, and its first letter. */
export function Avatar() {
  const { user } = useSession();
  const name = nameBeforeAt(user?.email ?? "");
  return (
    <>
      <span className="max-w-40 min-w-0 truncate font-[520] max-sm:max-w-20">{name}</span>
      <span
        aria-hidden="true"
        className="grid size-7.5 shrink-0 place-items-center rounded-full bg-nil text-xs font-[650] uppercase"
      >
        {[...name][0]}
      </span>
    </>
  );
}
