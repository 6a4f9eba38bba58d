// Fetches a page while the pointer rests on its link, for browsers without speculation rules (see layout.tsx).
export const fetched = new Set([location.pathname]);

function prefetch(event: Event) {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>("a[href]:not([download], [target=_blank])");
  if (!link || link.origin !== location.origin || fetched.has(link.pathname)) return;
  if (/^\/(?:admin|auth|dashboard|assets|healthz)(?:\/|$)/.test(link.pathname)) return;
  fetched.add(link.pathname);
  const hint = document.createElement("link");
  if (hint.relList.supports("prefetch")) {
    hint.rel = "prefetch";
    hint.href = link.href;
    document.head.append(hint);
  } else void fetch(link.href, { priority: "low" }).catch(() => undefined);
}

for (const event of ["pointerover", "touchstart", "focusin"])
  document.addEventListener(event, prefetch, { passive: true, capture: true });
