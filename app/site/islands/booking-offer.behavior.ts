// Links the contact page to the booking page for the visitor's subject, where there is one.
export function start(element: HTMLElement) {
  const subject = new URLSearchParams(location.search).get("subject");
  if (!element.hidden && subject) void offer(element, subject);
}

async function offer(element: HTMLElement, subject: string) {
  const page = subject
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  const response = await fetch(`/api/book/${page}`).catch(() => null);
  const { title } = response?.ok ? ((await response.json()) as { title?: string }) : {};
  if (!title) return;
  const link = document.createElement("a");
  link.className = "underline";
  link.href = `/book/${page}`;
  link.textContent = `Or choose a time now: ${title}`;
  element.append(link);
}
