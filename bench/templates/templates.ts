// Filling one template for 1,000 contacts: subject, text and page, each value escaped by its place, each looked at for open tags.
import { type FillOptions, fillMail, type MergeValues } from "../../server/platform/templates/fill.ts";
import { median, record, table } from "../record.ts";

const budget = 1000;
const contacts = 1000;
const source = {
  subject: 'Re: {{ deal.name | default: "your plans" }}, and a date for {{ contact.first_name }}',
  body_text: `Dear {{ contact.first_name }},

Yes, {{ sender.first_name }} can help {{ account.name }} with {{ deal.name | default: "this" }}.{% if contact.title %} As {{ contact.title }} you will know what **matters most**.{% endif %}

- We read what you have.
- We say what we would do, and what not.
- [Choose a time]({{ booking_url }}) or look at https://example.com/{{ account.domain | default: "work" }}.

${"A sentence of an ordinary letter, neither short nor long, about what comes next. ".repeat(12)}

{{ sender.name }}`,
  body_html: null,
};
const options: FillOptions = {
  sender: { name: "Noor Marchetti", email: "hello@guidevane.example" },
  bookingUrl: "https://guidevane.example/contact",
  outreach: true,
};
const people: MergeValues[] = Array.from({ length: contacts }, (_, at) => ({
  contact: {
    name: `Person <${at}> & Co`,
    first_name: `Person${at}`,
    title: at % 3 ? `Head of "${at}"` : null,
    role: null,
    email: `p${at}@example.com`,
    phone: null,
  },
  account: {
    name: `Company ${at} & Sons`,
    industry: null,
    domain: at % 2 ? `company${at}.example` : null,
    website: null,
  },
  deal: { name: at % 4 ? `Workshop ${at}` : null, module: null },
  inquiry: { subject: null },
}));

const round = (): number => {
  const started = performance.now();
  for (const values of people) {
    const mail = fillMail(source, values, options);
    if (mail.missing.length + mail.open.length > 0) throw new Error("The sample is not what it should be");
  }
  return performance.now() - started;
};
const [first, ...others] = Array.from({ length: 8 }, round) as [number, ...number[]];
record(
  "Templates",
  "npm run bench -- templates",
  table(
    ["1,000 contacts, one template of 1.5 KB", "ms"],
    [
      ["first round, with parsing", first.toFixed(0)],
      ["median of seven more", median(others).toFixed(0)],
      ["budget", budget],
    ],
  ),
);
process.exit(first > budget ? 1 : 0);
