import { site } from "#content/site.ts";

/** The title of the browser's tab. */
export const PageTitle = ({ children }: { children: string }) => <title>{`${children} | ${site.name} admin`}</title>;
