// The areas of the back office. The sidebar, the command palette and the Coming Soon pages draw from this list.
export const adminAreas = [
  { path: "/admin", name: "Dashboard", icon: "dashboard", group: null, open: true },
  { path: "/admin/crm", name: "CRM", icon: "people", group: "Clients", open: true },
  { path: "/admin/deals", name: "Deals", icon: "deal", group: "Clients", open: false },
  { path: "/admin/proposals", name: "Proposals", icon: "document", group: "Clients", open: false },
  { path: "/admin/payments", name: "Payments", icon: "card", group: "Clients", open: false },
  { path: "/admin/sequences", name: "Sequences", icon: "send", group: "Outreach", open: false },
  { path: "/admin/templates", name: "Templates", icon: "template", group: "Outreach", open: false },
  { path: "/admin/tasks", name: "Tasks", icon: "task", group: "Work", open: false },
  { path: "/admin/documents", name: "Documents", icon: "folder", group: "Work", open: false },
  { path: "/admin/reports", name: "Reports", icon: "chart", group: "Work", open: false },
  { path: "/admin/test", name: "System Tests", icon: "flask", group: "System", open: true },
  { path: "/admin/settings", name: "Settings", icon: "gear", group: "System", open: true },
] as const;

export type AdminArea = (typeof adminAreas)[number];
