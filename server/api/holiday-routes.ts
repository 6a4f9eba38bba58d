// Holidays of a country, for the office to take over. Five years, so that deadlines next spring are right without a thought.
import { Hono } from "hono";
import { currentTime } from "#domain/clock.ts";
import type { AppEnv } from "../app.ts";
import { countriesWithHolidays, publicHolidays, regionsOf } from "../platform/holidays.ts";

const yearsAhead = 5;

export function holidayRoutes(now: () => Date = currentTime): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const unknown = () => Response.json({ code: 404, message: "No holidays are known for this place" }, { status: 404 });
  routes.get("/", (c) => c.json(countriesWithHolidays()));
  routes.get("/:country", (c) => {
    const regions = regionsOf(c.req.param("country"));
    return regions ? c.json(regions) : unknown();
  });
  routes.get("/:country/days", (c) => {
    const first = now().getFullYear();
    const years = Array.from({ length: yearsAhead }, (_, more) => first + more);
    const days = publicHolidays(c.req.param("country"), c.req.query("region") || null, years);
    return days ? c.json(days) : unknown();
  });
  return routes;
}
