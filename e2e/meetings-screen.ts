// A firm with one booking page, for browser tests of meetings.
import { addPerson, asOwner, nameColleague, type Person } from "./people.ts";
import type { RunningServer } from "./start-server.ts";

/** Every day from 06:00 to 22:00 in UTC, so that there is a next free time whenever the test runs. */
export async function startMeetings(
  server: RunningServer,
  page: Record<string, unknown> = {},
  open: { opens: string; closes: string } = { opens: "06:00", closes: "22:00" },
): Promise<Person> {
  await asOwner(server, "/rest/v1/modules?key=in.(meetings,outbox,timeline,tasks)", {
    method: "PATCH",
    body: { live: true },
  });
  const host = await addPerson(server, { admin: true });
  await nameColleague(server, host, "Noor Marchetti");
  const save = (name: string, body: object) => asOwner(server, `/rest/v1/rpc/${name}`, { method: "POST", body });
  await save("save_availability", {
    person: host.id,
    given: { zone: "UTC", video_link: "https://rooms.example/{code}" },
  });
  await save("save_hours", {
    person: host.id,
    hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...open })),
  });
  const id = await asOwner<string>(server, "/rest/v1/rpc/save_booking_page", {
    method: "POST",
    body: {
      given: {
        slug: "consultation",
        title: "Book Your AI Consultation",
        about: "Thirty minutes by video, no slides. Tell us the decision in front of you.",
        minutes: 30,
        step: 120,
        notice_minutes: 1440,
        subject: "AI Consult",
        questions: [{ key: "decide", label: "What do you have to decide?", kind: "text" }],
        people: [{ staff_id: host.id }],
        ...page,
      },
    },
  });
  await save("set_booking_page_state", { page: id, new_state: "live" });
  return host;
}
