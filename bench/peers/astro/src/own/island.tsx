// Astro hydrates from .astro files only; inside React components its parts are plain markup.
import type { ReactElement } from "react";

export const Island = ({ children }: { when: string; children: ReactElement }) => children;
