// A browser draws a grey error page inside a frame that cannot load and tells the page nothing. So a cover stays over the
// newsletter's frame until its service has answered a request of our own. Neither is asked for before the frame is on the
// screen: the other host learns nothing of visitors who never get there.
const patience = 8000;
/** Reserved names (RFC 2606): the sample address has not been replaced, and no one answers there. */
const isSample = (address: string) => new URL(address).hostname.endsWith(".example");

async function answers(address: string): Promise<boolean> {
  if (isSample(address)) return false;
  try {
    await fetch(address, {
      mode: "no-cors",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(patience),
    });
    return true;
  } catch {
    return false;
  }
}

export function start(root: HTMLElement) {
  const frame = root.querySelector("iframe");
  if (!frame) return;
  const observer = new IntersectionObserver(async ([entry]) => {
    if (!entry?.isIntersecting) return;
    observer.disconnect();
    frame.src = frame.dataset.src ?? "";
    const shown = await answers(frame.src);
    root.dataset.frame = shown ? "answered" : "blocked";
    if (!shown) frame.tabIndex = -1;
  });
  observer.observe(frame);
}
