// A subject of the contact page that has a booking page of its own: the page is linked to.
export function start(element: HTMLElement) {
  const subject = new URLSearchParams(location.search).get("subject");
  const link = element.querySelector("a");
  if (element.hidden || !subject || !link) return;
  const page = subject
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  void fetch(`/api/book/${page}`)
    .then(async (response) => {
      const { title } = (await response.json()) as { title?: string };
      if (!title) return;
      link.textContent = `Or choose a time now: ${title}`;
      link.href = `/book/${page}`;
      link.hidden = false;
    })
    .catch(() => undefined);
}
