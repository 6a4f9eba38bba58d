// Sample files for `npm run demo`: of a few companies, with versions, notes, links and views. The files are real, small ones.
import { createHash, randomBytes } from "node:crypto";
import type { Sql } from "#server/platform/database/sql.ts";
import { fileDocument } from "#server/platform/documents/file-document.ts";
import { createStorage, type StorageSettings } from "#server/platform/storage/storage.ts";

interface Sample {
  folder: "documents" | "proposals";
  below?: string;
  name: string;
  versions: readonly (readonly [text: string, note: string, daysAgo: number])[];
  shared?: { message: string; views: readonly (readonly [name: string | null, hoursAgo: number])[] };
}

const samples: readonly Sample[] = [
  {
    folder: "documents",
    name: "Security answers.txt",
    versions: [
      ["1. Where is our text processed?\n2. Who can read the prompts?", "As received", 12],
      [
        "1. Where is our text processed?\nIn your own hall.\n\n2. Who can read the prompts?\nYour editors.",
        "Answers 1 to 6",
        5,
      ],
      [
        "1. Where is our text processed?\nOn two machines in your own hall. No request leaves the network.\n\n2. Who can read the prompts?\nYour editors, by name. After the hand-over nobody else.\n\n3. What is kept, and for how long?\nQuestions for 30 days, for finding faults. Answers are not kept.",
        "Nine of eleven answered",
        1,
      ],
    ],
    shared: {
      message: "Nine of your eleven questions, answered one by one. Two need a talk.",
      views: [
        ["Maren Oduya", 3],
        ["Espen Lunde", 4],
        ["Espen Lunde", 20],
        [null, 26],
      ],
    },
  },
  {
    folder: "documents",
    name: "Discovery report.pdf",
    versions: [
      [
        "Discovery report\nForty facts, nine risks, three ways to begin.\fForty facts\nOne desk reads all letters.\nHalf of them are asked twice.\fNine risks\nThe first is to wait for the tenth.\fThree ways to begin\nWith the letters, with the archive, or with both in one hall.",
        "After the last interview",
        9,
      ],
    ],
    shared: { message: "What we found in four weeks.", views: [["Maren Oduya", 50]] },
  },
  {
    folder: "documents",
    name: "Forty facts.csv",
    versions: [
      ["fact,source\nOne desk reads all letters,interview 3\n", "First twelve", 20],
      [
        "fact,source\nOne desk reads all letters,interview 3\nHalf of them are asked twice,interview 7\n",
        "All forty",
        8,
      ],
    ],
  },
  {
    folder: "documents",
    below: "From the client",
    name: "Letters, March.txt",
    versions: [["Sample letters, names removed.", "Sent by mail", 25]],
  },
  {
    folder: "proposals",
    name: "Terms, draft.txt",
    versions: [["Terms as talked about on the phone.", "For review", 6]],
  },
];

/** Pages are parted by form feeds; the first line of each is its heading. */
function pdf(text: string): Buffer {
  const pages = text.replaceAll(/[()\\]/g, "").split("\f");
  const drawn = pages.map((page) => {
    const [heading = "", ...lines] = page.split("\n");
    return `BT /F1 26 Tf 60 740 Td (${heading}) Tj ET BT /F1 13 Tf 20 TL 60 690 Td ${lines.map((line) => `(${line}) Tj T*`).join(" ")} ET`;
  });
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[${pages.map((_, index) => `${4 + index * 2} 0 R`).join(" ")}]/Count ${pages.length}>>endobj
3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
${drawn
  .map(
    (
      content,
      index,
    ) => `${4 + index * 2} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + index * 2} 0 R>>endobj
${5 + index * 2} 0 obj<</Length ${content.length}>>stream
${content}
endstream endobj`,
  )
  .join("\n")}
trailer<</Root 1 0 R>>
%%EOF
`);
}

const companies = ["Norrfall", "Castelline", "Ostrey & Reed", "Meridel", "Veldhaven"];

export async function fillWithDocuments(sql: Sql, settings: StorageSettings): Promise<void> {
  const storage = createStorage(settings, sql);
  const staff = await sql<{ user_id: string }[]>`select user_id from public.staff order by name`;
  const accounts = await sql<{ id: string; name: string }[]>`
    select id, name from public.accounts where name = any (${companies}) order by array_position(${companies}, name)`;
  for (const [index, { id: accountId }] of accounts.entries())
    for (const [place, sample] of samples.slice(0, samples.length - (index % 3)).entries()) {
      const by = staff[(index + place) % staff.length]?.user_id ?? null;
      const documentId = await fileSample(sql, storage, { sample, accountId, by });
      if (sample.shared) await share(sql, documentId, sample.shared, by, index > 2);
    }
  await tellInOrder(sql);
}

/** A timeline goes by the order in which things were written: what happened earlier is written first. */
async function tellInOrder(sql: Sql): Promise<void> {
  await sql.begin(async (within) => {
    await within`
      update public.events set at = version.created_at from public.document_versions as version
      where record_type = 'document' and record_id = version.document_id
        and version.no = case kind when 'created' then 1 when 'versioned' then (changes ->> 'version')::int end`;
    const [columns] = await within<{ names: string }[]>`
      select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
      where attrelid = 'public.events'::regclass and attnum > 0 and not attisdropped and attname <> 'id' and attgenerated = ''`;
    await within.unsafe(`
      create temp table told on commit drop as select * from public.events;
      delete from public.events;
      insert into public.events (${columns!.names}) select ${columns!.names} from told order by at, id`);
  });
}

async function fileSample(
  sql: Sql,
  storage: ReturnType<typeof createStorage>,
  { sample, accountId, by }: { sample: Sample; accountId: string; by: string | null },
): Promise<string> {
  let documentId = "";
  for (const [text, note, daysAgo] of sample.versions) {
    const bytes = sample.name.endsWith(".pdf") ? pdf(text) : Buffer.from(text);
    const filed = await fileDocument(
      { sql, storage },
      {
        accountId,
        folder: sample.folder,
        ...(sample.below && { below: sample.below }),
        fileName: sample.name,
        bytes,
        note,
        createdBy: by,
      },
    );
    ({ documentId } = filed);
    const at = new Date(Date.now() - daysAgo * 86_400_000);
    // A version's moment never changes by itself; a made-up past is made here.
    await sql`alter table public.document_versions disable trigger document_versions_keep`;
    await sql`update public.document_versions set created_at = ${at} where id = ${filed.versionId}`;
    await sql`alter table public.document_versions enable trigger document_versions_keep`;
    if (filed.isNew) await sql`update public.documents set created_at = ${at} where id = ${documentId}`;
  }
  return documentId;
}

/** Links whose addresses no one has: only what the list shows of them. */
async function share(
  sql: Sql,
  documentId: string,
  { message, views }: NonNullable<Sample["shared"]>,
  by: string | null,
  ended: boolean,
): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const ends = new Date(Date.now() + (ended ? -2 : 13) * 86_400_000);
  const [link] = await sql<{ id: string }[]>`
    insert into private.access_links (kind, subject_id, token_hash, hint, created_by, expires_at)
    values ('document', ${documentId}, ${createHash("sha256").update(token).digest()}, ${token.slice(-4)}, ${by}, ${ends}) returning id`;
  await sql`
    insert into public.share_settings (link_id, document_id, ask_name, message, created_by)
    values (${link!.id}, ${documentId}, true, ${message}, ${by})`;
  for (const [name, hoursAgo] of views)
    await sql`
      insert into public.share_views (link_id, version_id, at, kind, network, name)
      select ${link!.id}, id, ${new Date(Date.now() - hoursAgo * 3_600_000)}, ${name ? "viewed" : "fetched"}, 'demo', ${name}
      from public.document_versions where document_id = ${documentId} order by no desc limit 1`;
}
