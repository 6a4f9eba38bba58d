// How the person who looks reads numbers and days. The back office provides their choice; elsewhere numbers are as in English and a day
// is asked for as the browser's own language has it.
import { createContext, use } from "react";

export type WeekDay = "sun" | "mon" | "tue" | "wed" | "thu" | "fri" | "sat";

export interface Formats {
  count: (value: number) => string;
  /** The English of a region, such as "en-GB". */
  locale?: string;
  firstDayOfWeek?: WeekDay;
  hourCycle?: 12 | 24;
}

const Context = createContext<Formats>({ count: (value) => value.toLocaleString("en-US") });
export const FormatsProvider = Context.Provider;
export const useFormats = () => use(Context);
