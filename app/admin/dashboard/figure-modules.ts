/** The modules that the dashboard has figures of: once one is on, no sample is shown. */
export const withFigures: readonly string[] = ["deals", "tasks", "inquiries", "sequences"];
