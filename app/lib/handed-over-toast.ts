// A toast that belongs to the page after this one: public pages are documents, so leaving for one loses what React shows.
const key = "toast-for-next-page";

export interface HandedOverToast {
  title: string;
  text?: string;
}

export function handOverToast(toast: HandedOverToast) {
  try {
    sessionStorage.setItem(key, JSON.stringify(toast));
  } catch {
    // Storage may be blocked; the toast is a courtesy.
  }
}

/** The toast left by the page before, once. */
export function takeHandedOverToast(): HandedOverToast | null {
  try {
    const left = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return left ? (JSON.parse(left) as HandedOverToast) : null;
  } catch {
    return null;
  }
}
