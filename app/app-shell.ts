import { createContext } from "react";

/** True while the empty shell of the back office is rendered, which React Router does under the address of the home page. */
export const AppShell = createContext(false);
