// Next.js hydrates every client component by itself.
import type { ReactElement } from "react";

export const Island = ({ children }: { when: string; children: ReactElement }) => children;
