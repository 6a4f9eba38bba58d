// The keys of the back office, as its help lists them.
export const shortcuts = [
  { keys: ["Ctrl", "K"], does: "Search everything, by name, words or number (Cmd K on a Mac)" },
  { keys: ["/"], does: "Jump to the find field of the list" },
  { keys: ["F"], does: "Filter the list by any field" },
  { keys: ["V"], does: "Choose a saved view of the list" },
  { keys: ["L"], does: "Choose the list's columns; there Alt and an arrow moves one" },
  { keys: ["Arrow"], does: "On the edge of a heading: change the column's width" },
  { keys: ["N"], does: "New account or contact, on the CRM" },
  { keys: ["J"], does: "Next record of the list that a page was opened from" },
  { keys: ["K"], does: "Record before it" },
  { keys: ["?"], does: "Show these shortcuts" },
  { keys: ["Esc"], does: "Close what is open" },
] as const;
