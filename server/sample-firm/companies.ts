// Believable sample companies and people, the same every time. All of them are invented.
import { currentMillis } from "#domain/clock.ts";
import type { Statements } from "#server/platform/database/sql.ts";

const companies: readonly (readonly [name: string, industry: string])[] = [
  ["Norrfall", "Energy"],
  ["Castelline", "Banking"],
  ["Ostrey & Reed", "Law"],
  ["Meridel", "Health"],
  ["Tarnwick", "Rail"],
  ["Quillon Press", "Publishing"],
  ["Veldhaven", "Ports"],
  ["Sabler", "Food"],
  ["Ironquay", "Logistics"],
  ["Lumenroe", "Optics"],
  ["Pellworth", "Insurance"],
  ["Arcadine", "Research"],
  ["Fennimark", "Museums"],
  ["Alderbrook Dairy", "Food"],
  ["Ashgrove Clinics", "Health"],
  ["Barrowfield Bank", "Banking"],
  ["Beltane Studios", "Media"],
  ["Birchline Timber", "Forestry"],
  ["Brackwater Energy", "Energy"],
  ["Calloway Freight", "Logistics"],
  ["Carrick Stoneworks", "Construction"],
  ["Coldharbour Press", "Publishing"],
  ["Corvane Systems", "Software"],
  ["Dovecote Schools", "Education"],
  ["Drummond Vale", "Hospitality"],
  ["Eastmere Council", "Public sector"],
  ["Elmsworth Legal", "Law"],
  ["Farrowgate", "Retail"],
  ["Glasswing Labs", "Research"],
  ["Greyfriars Trust", "Charity"],
  ["Halewood Motors", "Automotive"],
  ["Harrowdene", "Insurance"],
  ["Hollin & Marsh", "Architecture"],
  ["Inverleith Water", "Utilities"],
  ["Juniper Row", "Retail"],
  ["Kestrel Avionics", "Aerospace"],
  ["Kingsmere College", "Education"],
  ["Langholm Textiles", "Textiles"],
  ["Larkspur Health", "Health"],
  ["Linden Assurance", "Insurance"],
  ["Marlpit Foods", "Food"],
  ["Millrace Power", "Energy"],
  ["Northolt Rail Works", "Rail"],
  ["Oakhanger", "Furniture"],
  ["Osierbank", "Banking"],
  ["Penhallow Hotels", "Hospitality"],
  ["Quarrendon", "Construction"],
  ["Ravensworth Media", "Media"],
  ["Redmoor Chemicals", "Chemicals"],
  ["Rookwood Partners", "Consulting"],
  ["Saltmarsh Marine", "Shipping"],
  ["Selwyn Optical", "Optics"],
  ["Skelbrooke", "Manufacturing"],
  ["Stonethwaite", "Travel"],
  ["Thornbury Analytics", "Software"],
  ["Underhill Farms", "Agriculture"],
  ["Vantry", "Telecoms"],
  ["Wexcombe Library", "Public sector"],
  ["Whinfell Foundry", "Manufacturing"],
  ["Yarrow & Finch", "Accounting"],
];
const firstNames =
  "Ada Amir Astrid Beatriz Bjorn Carys Chidi Clara Dario Elin Farah Felix Gwen Hana Idris Ines Jonas Jun Kaia Kofi Lars Leila Maren Mateo Mira Nadia Niels Oona Priya Rafael Rosa Samir Saoirse Tariq Thea Tomas Uma Viktor Wanda Yusuf".split(
    " ",
  );
const lastNames =
  "Abara Aldous Bergstrom Calder Castellan Dalgaard Eriksen Fairley Ferrante Garrow Haddad Hartnell Ivers Jansson Kellaway Kimura Lindqvist Lowther Marchetti Mbeki Novotny Okafor Ormond Petrakis Quint Rasmussen Ruskin Sandoval Selby Takeda Thorne Ulmer Vasquez Verhoeven Whitlock Yeo Zabel".split(
    " ",
  );
const titles: readonly (readonly [title: string, role: string])[] = [
  ["Chief Executive", "Decision maker"],
  ["Head of Operations", "Sponsor"],
  ["Learning and Development Lead", "Workshop contact"],
  ["IT Director", "Technical contact"],
  ["General Counsel", "Reviewer"],
  ["Communications Manager", "Workshop contact"],
  ["Finance Director", "Budget holder"],
  ["Product Lead", "Champion"],
];
const notes = [
  "Met at the spring leadership session; asked for a follow-up on policy.",
  "Wants a half-day workshop for twelve managers before the summer.",
  "Has a pilot running on document triage. Careful about personal data.",
  null,
  "Prefers calls on Tuesday mornings.",
  null,
  null,
];

/** At a fixed place in a list, spread so that neighbours differ. */
const pick = <T>(list: readonly T[], at: number, step: number): T => list[(at * step) % list.length] as T;

export async function addCompanies(sql: Statements, count: number = companies.length): Promise<void> {
  const now = currentMillis();
  const day = 86_400_000;
  const accounts = companies.slice(0, count).map(([name, industry], at) => {
    const domain = `${name.toLowerCase().replace(/[^a-z]+/g, "")}.example`;
    const created_at = new Date(now - (at * 5 + 1) * day - at * 3_700_000);
    const type = at % 3 === 0 || at < 4 ? "Customer" : "Prospect";
    return { name, domain, type, industry, website: `https://www.${domain}`, notes: pick(notes, at, 3), created_at };
  });
  const saved = await sql<{ id: string; domain: string; created_at: Date }[]>`
    insert into public.accounts ${sql(accounts)} returning id, domain, created_at`;
  const contacts = Array.from({ length: saved.length * 4 }, (_, at) => {
    const account = pick(saved, at, 7);
    const first = pick(firstNames, at, 11);
    const last = pick(lastNames, at, 5);
    const [title, role] = pick(titles, at, 3);
    return {
      account_id: account.id,
      name: `${first} ${last}`,
      title,
      email: `${first}.${last}@${account.domain}`.toLowerCase(),
      phone: `+44 20 7946 0${String(100 + at).padStart(3, "0")}`,
      role,
      notes: pick(notes, at, 5),
      // No one is known before their company.
      created_at: new Date(Math.max(now - at * day - at * 1_900_000, Number(account.created_at) + at * 60_000)),
    };
  });
  // Oldest first: a timeline goes by the order in which things were written.
  const oldestFirst = contacts.toSorted((one, other) => Number(one.created_at) - Number(other.created_at));
  await sql`insert into public.contacts ${sql(oldestFirst)}`;
}
