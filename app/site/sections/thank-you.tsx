import { type ReactNode, useEffect, useRef } from "react";

/** Takes the place of a submitted form. Focus moves to it: the button that had it is gone. */
export function ThankYou({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div>
      <h2 ref={heading} tabIndex={-1} className="serif text-title outline-none">
        Thank You!
      </h2>
      <p className="mt-3 text-muted">{children}</p>
    </div>
  );
}
