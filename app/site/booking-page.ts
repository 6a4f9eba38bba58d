// The script of the pages that the server writes for booking and moving.
import { startBooking } from "./islands/booking-calendar.ts";

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-booking]")) startBooking(form);
