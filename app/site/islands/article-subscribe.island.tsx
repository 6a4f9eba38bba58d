import { type FormEvent, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import { captureEmail } from "../capture-email.ts";

/** The box under the article list. `id` is where "Subscribe to Updates" leads. */
export function ArticleSubscribe({ id }: { id: string }) {
  const email = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (captureEmail(email.current?.value ?? "", "Article updates")) form.reset();
    else email.current?.focus();
  };
  return (
    <form onSubmit={submit} className="needs-script flex gap-2 max-sm:flex-col">
      <label htmlFor={id} className="sr-only">
        Email
      </label>
      <input
        ref={email}
        id={id}
        type="email"
        autoComplete="email"
        placeholder="you@company.com"
        className={`${inputClass()} min-h-12.5`}
      />
      <Button type="submit" variant="solid">
        Subscribe
      </Button>
    </form>
  );
}
