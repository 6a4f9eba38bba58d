export const meta = () => [{ title: "Page not found: Guidevane" }];
export default function NotFound() {
  return (
    <section data-field="nil">
      <h1 className="font-display text-display">Oops! Page not found</h1>
      <a href="/">Go home</a>
    </section>
  );
}
