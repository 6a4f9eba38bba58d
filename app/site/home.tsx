export const meta = () => [{ title: "Guidevane: strategic AI advisory" }];
export default function Home() {
  return (
    <section data-field="nil">
      <h1 className="font-display text-mega">AI Strategy</h1>
    </section>
  );
}
