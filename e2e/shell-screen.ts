// The areas of the back office, in the order of its sidebar.

export const areas = [
  ["Dashboard", "/admin"],
  ["CRM", "/admin/crm"],
  ["Deals", "/admin/deals"],
  ["Proposals", "/admin/proposals"],
  ["Payments", "/admin/payments"],
  ["Sequences", "/admin/sequences"],
  ["Templates", "/admin/templates"],
  ["Tasks", "/admin/tasks"],
  ["Documents", "/admin/documents"],
  ["Reports", "/admin/reports"],
  ["System Tests", "/admin/test"],
  ["Settings", "/admin/settings"],
] as const;
