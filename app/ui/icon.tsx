// Our own icons: 24 grid, 1.6 stroke, round caps, no fills.
import { classNames } from "./class-names.ts";

const paths = {
  conversation: "M4 5h12v8.5H9.5L6 17v-3.5H4z M19 8.5h1.5V17H19v3l-3.5-3H11",
  research: "M10.5 4.5a6 6 0 1 1 0 12a6 6 0 0 1 0-12z M15 15l5 5 M7.8 10.5a2.7 2.7 0 0 1 2.7-2.7",
  plan: "M12 3.5v2.2 M12 5.7 6.5 20.5 M12 5.7l5.5 14.8 M8.3 15.5c2.4 1.5 5 1.5 7.4 0",
  train: "M4 4.5h16v10.5H4z M12 15v5.5 M8.5 20.5h7 M7.5 11.5l3-3 2.2 2.2 3.8-3.7",
  build: "M4 13h7.5v7H4z M12.5 13H20v7h-7.5z M8.2 5h7.6v7H8.2z",
  deploy: "M12 15.5V4 M7.8 8.2 12 4l4.2 4.2 M4.5 14.5v5h15v-5",
  arrow: "M4 12h15 M13.5 6.5 19 12l-5.5 5.5",
  external: "M7 17 17 7 M9 7h8v8",
  check: "M5 12.5l4.5 4.5L19 7.5",
  close: "M6 6l12 12 M18 6 6 18",
  menu: "M4 8h16 M4 16h16",
  network: "M7.5 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6z M16.5 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6z M10.5 12h3",
  plus: "M12 5v14 M5 12h14",
  chevron: "M6 9.5l6 6 6-6",
  edit: "M5 19h3.5L19 8.5 15.5 5 5 15.5z M13 7.5l3.5 3.5",
  trash: "M5 7h14 M9.5 7V4.5h5V7 M7 7l.8 12.5h8.4L17 7",
  pause: "M9 6v12 M15 6v12",
  sun: "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8z M12 3v2 M12 19v2 M3 12h2 M19 12h2 M5.6 5.6 7 7 M17 17l1.4 1.4 M18.4 5.6 17 7 M7 17l-1.4 1.4",
  search: "M11 5a6 6 0 1 1 0 12a6 6 0 0 1 0-12z M15.5 15.5 20 20",
  download: "M12 4v11 M7.8 10.8 12 15l4.2-4.2 M4.5 19.5h15",
  mail: "M4 6h16v12H4z M4 7l8 6 8-6",
  dashboard: "M4 4h7v9H4z M13 4h7v5h-7z M13 11h7v9h-7z M4 15h7v5H4z",
  people:
    "M9 5a3 3 0 1 1 0 6a3 3 0 0 1 0-6z M3.5 19c.6-3.4 2.6-5 5.5-5s4.9 1.6 5.5 5 M15.5 5.4a3 3 0 0 1 0 5.2 M17 14.3c2 .7 3.2 2.2 3.5 4.7",
  deal: "M4 18l5-6 4 3 7-9 M15 6h5v5",
  document: "M6 3.5h8l4 4v13H6z M14 3.5v4h4 M9 12h6 M9 16h6",
  card: "M3.5 6h17v12h-17z M3.5 10h17 M7 14.5h3",
  send: "M4 12 20 4l-5 16-3.5-6.5z M11.5 13.5 20 4",
  template: "M4 4h16v5H4z M4 12h7v8H4z M14 12h6v8h-6z",
  task: "M5 5h14v14H5z M8.5 12l2.5 2.5 4.5-5",
  folder: "M3.5 6h6l2 2.5h9V19h-17z",
  chart: "M4 20h16 M7 20v-7 M12 20V6 M17 20v-10",
  flask: "M9.5 4h5 M10.5 4v6L5.5 19.5h13L13.5 10V4 M8 15h8",
  gear: "M12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6z M12 3.5v2.5 M12 18v2.5 M3.5 12H6 M18 12h2.5 M6 6l1.7 1.7 M16.3 16.3 18 18 M18 6l-1.7 1.7 M7.7 16.3 6 18",
  back: "M20 12H5 M10.5 6.5 5 12l5.5 5.5",
  "sign-out": "M14 4.5H5v15h9 M10 12h10 M16.5 8.5 20 12l-3.5 3.5",
  bell: "M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15z M10 21h4",
  lock: "M6 11h12v9H6z M8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  alert: "M12 4 2.8 19.5h18.4z M12 10v4 M12 16.8v.2",
  user: "M12 5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7z M5 20c.7-4 3.3-6 7-6s6.3 2 7 6",
  filter: "M4 6h16 M7 12h10 M10 18h4",
  sort: "M8 10l4-4 4 4 M8 14l4 4 4-4",
  terminal: "M4 5h16v14H4z M7.5 9.5l3 2.5-3 2.5 M12.5 15h4",
  play: "M8 5.5v13l10.5-6.5z",
  moon: "M19.5 14.2A8 8 0 1 1 9.8 4.5a6.3 6.3 0 0 0 9.7 9.7z",
  copy: "M9 9h11v11H9z M5.5 15H4V4h11v1.5",
  phone:
    "M5 4.5h4l1.6 4.4-2.3 1.7a11 11 0 0 0 5.1 5.1l1.7-2.3 4.4 1.6v4c0 .8-.7 1.5-1.5 1.5A14.5 14.5 0 0 1 3.5 6c0-.8.7-1.5 1.5-1.5z",
  clock: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16z M12 7.5V12l3 2",
  eye: "M3 12c2.2-4 5.2-6 9-6s6.8 2 9 6c-2.2 4-5.2 6-9 6s-6.8-2-9-6z M12 9.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5z",
  key: "M8 8.5a4 4 0 1 0 0 8a4 4 0 0 0 0-8z M12 12.5h9 M17 12.5v3.5 M20 12.5v2.5",
  info: "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16z M12 11v5 M12 8v.2",
  stack: "M12 4 4 8l8 4 8-4z M4 12l8 4 8-4 M4 16l8 4 8-4",
  export: "M13 4h7v7 M20 4l-9 9 M18 14v6H4V6h6",
  book: "M12 6c-2-1.5-4.7-2-8-2v14c3.3 0 6 .5 8 2 2-1.5 4.7-2 8-2V4c-3.3 0-6 .5-8 2z M12 6v14",
  translate: "M4 6h9 M8.5 4v2 M11 6c-.6 4-3 7-7 8.5 M6 9c1 2.5 3 4.5 6 5.5 M12.5 20l4-9.5 4 9.5 M14 16.8h5",
  inbox: "M4 5h16v14H4z M4 13h4.5l1.5 2.5h4l1.5-2.5H20",
  // Rings with no room inside: dots of one stroke all but vanish at 16 px.
  more: "M5.6 12a.4.4 0 1 0 .8 0a.4.4 0 1 0-.8 0z M11.6 12a.4.4 0 1 0 .8 0a.4.4 0 1 0-.8 0z M17.6 12a.4.4 0 1 0 .8 0a.4.4 0 1 0-.8 0z",
  calendar: "M4.5 6h15v14h-15z M4.5 10.5h15 M8.5 3.5V8 M15.5 3.5V8",
  note: "M5 4.5h14v10L14.5 19H5z M14.5 19v-4.5H19 M8.5 9h7 M8.5 12.5h4",
  flag: "M6 20V4.5h11l-2.5 4 2.5 4H6",
  letter: "M4 6h16v12H4z M4 7l8 6 8-6",
  board: "M4 4.5h4.5v15H4z M10 4.5h4.5v10H10z M16 4.5h4v12.5h-4z",
  list: "M9 6h11 M9 12h11 M9 18h11 M4.5 6h.01 M4.5 12h.01 M4.5 18h.01",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7L11.5 6.8 M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5",
  clip: "M18.5 11.5l-6.8 6.8a3.8 3.8 0 0 1-5.4-5.4L13.5 5.7a2.5 2.5 0 0 1 3.6 3.6l-6.9 6.9a1.2 1.2 0 0 1-1.7-1.7l6.2-6.2",
  refresh: "M19 12a7 7 0 1 1-2-5 M19 4.5V8h-3.5",
  globe: "M12 3.5a8.5 8.5 0 1 1 0 17a8.5 8.5 0 0 1 0-17z M3.5 12h17 M12 3.5c-5 5-5 12 0 17 M12 3.5c5 5 5 12 0 17",
  hourglass: "M7 4h10 M7 20h10 M8 4c0 4 4 5.5 4 8s-4 4-4 8 M16 4c0 4-4 5.5-4 8s4 4 4 8",
} as const;

export type IconName = keyof typeof paths;
export const iconNames = Object.keys(paths) as IconName[];
export const isIconName = (name: string): name is IconName => name in paths;

/** Decorative: whatever it says must also be said in words nearby, or by an `aria-label`. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      // Without weight, so that a size that is given wins whatever the order of the style sheet.
      className={classNames("[:where(&)]:size-[1.25em] shrink-0 fill-none stroke-current", className)}
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} />
    </svg>
  );
}
