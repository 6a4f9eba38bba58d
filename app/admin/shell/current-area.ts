/** The dashboard is current on its own address only; every other area also on the pages below it. */
export const isCurrentArea = (area: string, pathname: string) =>
  pathname === area || (area !== "/admin" && pathname.startsWith(`${area}/`));
