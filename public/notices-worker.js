// Shows what the server pushed, and opens its record. It keeps nothing and answers no requests of pages.
self.addEventListener("push", (event) => {
  const { title = "Something is new", body = "", path = "/admin" } = event.data?.json() ?? {};
  event.waitUntil(self.registration.showNotification(title, { body, tag: path, data: { path }, icon: "/favicon.svg" }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = String(event.notification.data?.path ?? "/admin");
  const address = new URL(path.startsWith("/admin") ? path : "/admin", self.location.origin).href;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then(async (windows) => {
      const open = windows.find((one) => new URL(one.url).pathname.startsWith("/admin"));
      if (!open) return self.clients.openWindow(address);
      await open.focus();
      return open.navigate(address);
    }),
  );
});
