// A chat panel and the file it becomes, side by side. A picture made of text: one label speaks for it.
const turns = [
  { who: "you", text: "Compare the three bids on exit terms only." },
  { who: "assistant", text: "Bid B allows termination at 60 days. Bids A and C lock in for 24 months." },
  { who: "you", text: "Quote the clause in B." },
  { who: "assistant", text: "Section 11.2: “Either party may end this agreement on sixty days’ notice.”" },
];
const file = `# Vendor comparison
2024-12-01 09:14

${turns.map(({ who, text }) => `[${who}]\n${text}`).join("\n\n")}`;

export function ChatBesideFile() {
  return (
    <figure>
      <figcaption className="sr-only">
        A chat session about a vendor comparison, exported to vendor-comparison-2024-12-01.txt.
      </figcaption>
      <div aria-hidden="true" className="grid grid-cols-2">
        <div className="flex flex-col items-start gap-3 border border-r-0 border-line bg-surface p-5 text-ui max-sm:p-3 max-sm:text-caption">
          <div className="flex w-full items-center justify-between gap-2 border-b border-line pb-2.5 text-caption text-muted max-sm:flex-wrap">
            Vendor comparison
            <span className="rounded-1 rounded-br-turn-sm bg-solid px-3 py-1.5 font-semibold text-on-solid">
              Export
            </span>
          </div>
          {turns.map(({ who, text }) => (
            <p
              key={text}
              className={
                who === "you"
                  ? "max-w-[92%] self-end rounded-2 bg-nil px-3 py-2.5"
                  : "max-w-[92%] rounded-2 bg-sunken px-3 py-2.5"
              }
            >
              {text}
            </p>
          ))}
          <p className="mt-auto w-full rounded-2 border border-line px-3 py-2.5 text-muted">Write a message</p>
        </div>
        <div className="turned mt-10 -mb-10 bg-solid p-5 text-on-solid max-sm:p-3">
          <p className="mb-3 border-b border-current/30 pb-2.5 text-caption font-semibold">
            vendor-comparison-<span className="inline-block">2024-12-01.txt</span>
          </p>
          <p className="font-mono text-xs leading-[1.65] whitespace-pre-wrap max-sm:text-[0.6875rem]">{file}</p>
        </div>
      </div>
    </figure>
  );
}
