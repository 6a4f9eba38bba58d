// The script of the pages that the server writes for booking and moving.
import { startBooking } from "./islands/booking-calendar.ts";

// The browser's first use of Intl loads its tables of languages, which keeps a phone busy: in a task by itself, before the month's own.
setTimeout(() => {
  Intl.DateTimeFormat();
  setTimeout(() => {
    for (const form of document.querySelectorAll<HTMLFormElement>("form[data-booking]")) startBooking(form);
  });
});
