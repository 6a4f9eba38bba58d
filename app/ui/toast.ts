// The one way a part of a page says something to the visitor: `toast(...)`. It waits until a toaster is there to show it.
export interface Toast {
  title: string;
  text?: string;
  /** `plain` says that something was done, `notice` only tells, `danger` says that it was not done. */
  tone?: "plain" | "notice" | "danger";
  /** A later message about the same takes this one's place. */
  topic?: string;
  /** How long it stays; 4 unless said otherwise. */
  seconds?: number;
  /** What can be done about it. It must be possible elsewhere too, because a toast goes. */
  action?: { label: string; run: () => void };
}

/** Fired on `window` while a message waits and no one shows messages yet; public pages load the toaster then. */
export const toastWaiting = "gv:toast-waiting";

const waiting: Toast[] = [];
let show: ((message: Toast) => void) | null = null;

export function toast(message: Toast) {
  if (show) return show(message);
  waiting.push(message);
  window.dispatchEvent(new Event(toastWaiting));
}

/** The toaster calls this once; messages that waited are shown first. Returns how to stop. */
export function onToast(listener: (message: Toast) => void) {
  show = listener;
  for (const message of waiting.splice(0)) listener(message);
  return () => {
    if (show === listener) show = null;
  };
}
