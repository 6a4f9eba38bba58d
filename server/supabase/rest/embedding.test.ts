import { describe, expect, test } from "vitest";
import { allowEverything, createLibrary } from "./testing/library.ts";
import { restForTests } from "./testing/rest-for-tests.ts";

const { as, fetch } = await restForTests({}, async (database) => {
  await createLibrary(database);
  await allowEverything(database);
});
const api = as();

/** The rows, or the error in their place. */
async function rows(query: PromiseLike<{ data: unknown; error: unknown }>): Promise<unknown> {
  const { data, error } = await query;
  return error ?? data;
}

describe("related rows", () => {
  test("to one, by table, constraint and column", async () => {
    const expected = [{ title: "Alpha", publishers: { name: "North" } }];
    expect(await rows(api.from("books").select("title, publishers(name)").eq("id", 1))).toEqual(expected);
    expect(await rows(api.from("books").select("title, p:books_publisher_id_fkey(name)").eq("id", 1))).toEqual([
      { title: "Alpha", p: { name: "North" } },
    ]);
    expect(await rows(api.from("books").select("title, p:publisher_id(name)").eq("id", 1))).toEqual([
      { title: "Alpha", p: { name: "North" } },
    ]);
    expect(await rows(api.from("books").select("title, publishers(name)").eq("id", 3))).toEqual([
      { title: "Gamma", publishers: null },
    ]);
  });

  test("to many, with their own filter, order and limit", async () => {
    expect(await rows(api.from("publishers").select("name, books(title)").order("id"))).toEqual([
      { name: "North", books: [{ title: "Alpha" }] },
      { name: "South", books: [{ title: "Beta" }] },
    ]);
    const ordered = api
      .from("authors")
      .select("name, books!author(title)")
      .order("title", { referencedTable: "books", ascending: false })
      .limit(1, { referencedTable: "books" })
      .order("name");
    expect(await rows(ordered)).toEqual([
      { name: "ada", books: [{ title: "Beta" }] },
      { name: "bob", books: [{ title: "Gamma" }] },
      { name: "cyd", books: [] },
    ]);
    expect(
      await rows(api.from("authors").select("name, books!author(title)").eq("books.title", "Alpha").order("name")),
    ).toEqual([
      { name: "ada", books: [{ title: "Alpha" }] },
      { name: "bob", books: [] },
      { name: "cyd", books: [] },
    ]);
    expect(
      await rows(
        api
          .from("authors")
          .select("name, books!author(title)")
          .or("title.eq.Alpha,and(title.eq.Gamma,price.gt.1)", { referencedTable: "books" })
          .eq("name", "bob"),
      ),
    ).toEqual([{ name: "bob", books: [{ title: "Gamma" }] }]);
  });

  test("one to one, many to many, nested, and to itself", async () => {
    const all = api
      .from("books")
      .select("title, book_details(blurb), labels(name), author:authors!author(name, books!author(title))")
      .eq("id", 1);
    expect(await rows(all)).toEqual([
      {
        title: "Alpha",
        book_details: { blurb: "About alpha" },
        labels: [{ name: "fun" }, { name: "sad" }],
        author: { name: "ada", books: [{ title: "Alpha" }, { title: "Beta" }] },
      },
    ]);
    expect(await rows(api.from("shelves").select("name, shelves(name), parent_id(name)").order("id"))).toEqual([
      { name: "top", shelves: [{ name: "left" }, { name: "right" }], parent_id: null },
      { name: "left", shelves: [], parent_id: { name: "top" } },
      { name: "right", shelves: [], parent_id: { name: "top" } },
    ]);
    // The column says which way; the key's name, which holds for both, does not.
    expect(await rows(api.from("shelves").select("shelves!parent_id(name)").eq("id", 1))).toEqual([
      { shelves: [{ name: "left" }, { name: "right" }] },
    ]);
    expect(await api.from("shelves").select("shelves!shelves_parent_id_fkey(name)")).toMatchObject({
      status: 400,
      error: { code: "PGRST200", details: expect.stringContaining("using the hint 'shelves_parent_id_fkey'") },
    });
  });

  test("only where found, and only where not", async () => {
    expect(
      await rows(api.from("books").select("title, publishers!inner(name)").eq("publishers.name", "South")),
    ).toEqual([{ title: "Beta", publishers: { name: "South" } }]);
    expect(await rows(api.from("authors").select("name, books!author!inner()").order("name"))).toEqual([
      { name: "ada" },
      { name: "bob" },
    ]);
    expect(await rows(api.from("books").select("title, publishers()").is("publishers", null))).toEqual([
      { title: "Gamma" },
    ]);
    expect(
      await rows(api.from("authors").select("name, books!author()").not("books", "is", null).order("name")),
    ).toEqual([{ name: "ada" }, { name: "bob" }]);
    expect(
      await rows(
        api.from("books").select("title, publishers(name)").or("publishers.is.null,title.eq.Alpha").order("id"),
      ),
    ).toEqual([
      { title: "Alpha", publishers: { name: "North" } },
      { title: "Gamma", publishers: null },
    ]);
    const counted = await api.from("authors").select("name, books!author!inner(title)", { count: "exact", head: true });
    expect(counted.count).toBe(2);
  });

  test("ordered by a column of theirs", async () => {
    const query = api
      .from("books")
      .select("title, publishers(name)")
      .order("publishers(name)", { ascending: false, nullsFirst: true });
    expect(await rows(query)).toEqual([
      { title: "Gamma", publishers: null },
      { title: "Beta", publishers: { name: "South" } },
      { title: "Alpha", publishers: { name: "North" } },
    ]);
  });

  test("through views", async () => {
    expect(await rows(api.from("recent_books").select("title, publishers(name), authors(mood)").eq("id", 2))).toEqual([
      { title: "Beta", publishers: { name: "South" }, authors: { mood: "calm" } },
    ]);
    expect(await rows(api.from("calm_authors").select("name, books!author(title)").eq("name", "ada"))).toEqual([
      { name: "ada", books: [{ title: "Alpha" }, { title: "Beta" }] },
    ]);
    expect(await rows(api.from("recent_books").select("title, calm_authors(name)").eq("id", 3))).toEqual([
      { title: "Gamma", calm_authors: null },
    ]);
  });

  test("spread into the row", async () => {
    expect(await rows(api.from("books").select("title, ...publishers(publisher:name)").order("id"))).toEqual([
      { title: "Alpha", publisher: "North" },
      { title: "Beta", publisher: "South" },
      { title: "Gamma", publisher: null },
    ]);
    expect(await rows(api.from("book_details").select("blurb, ...books(title, ...publishers(*))"))).toEqual([
      { blurb: "About alpha", title: "Alpha", id: 1, name: "North" },
    ]);
    expect(await rows(api.from("publishers").select("name, ...books(titles:title, prices:price)").eq("id", 1))).toEqual(
      [{ name: "North", titles: ["Alpha"], prices: [10] }],
    );
    expect(await rows(api.from("authors").select("name, ...books!author(title)").eq("name", "cyd"))).toEqual([
      { name: "cyd", title: [] },
    ]);
  });
});

test("computed columns and relationships", async () => {
  expect(await rows(api.from("books").select("id, shout").eq("shout", "BETA"))).toEqual([{ id: 2, shout: "BETA" }]);
  expect(await rows(api.from("authors").select("name, all:books_of(title, shout)").eq("name", "ada"))).toEqual([
    {
      name: "ada",
      all: [
        { title: "Alpha", shout: "ALPHA" },
        { title: "Beta", shout: "BETA" },
      ],
    },
  ]);
  expect(await rows(api.from("authors").select("first_book(title), one_book(title)").order("name"))).toEqual([
    { first_book: { title: "Alpha" }, one_book: { title: "Alpha" } },
    { first_book: { title: "Gamma" }, one_book: { title: "Gamma" } },
    { first_book: { title: null }, one_book: null },
  ]);
  expect(await rows(api.from("authors").select("name, one_book!inner(title)").order("name"))).toHaveLength(2);
});

test("aggregates", async () => {
  expect(await rows(api.from("books").select("count(), price.sum(), cheapest:price.min()::text"))).toEqual([
    { count: 3, sum: 60.75, cheapest: "10.00" },
  ]);
  expect(await rows(api.from("books").select("author, n:id.count(), price.max()").order("author"))).toEqual([
    { author: "ada", n: 2, max: 20.5 },
    { author: "bob", n: 1, max: 30.25 },
  ]);
  expect(await rows(api.from("authors").select("name, books!author(count)").order("name"))).toEqual([
    { name: "ada", books: [{ count: 2 }] },
    { name: "bob", books: [{ count: 1 }] },
    { name: "cyd", books: [{ count: 0 }] },
  ]);
  expect(await rows(api.from("books").select("...authors!author(mood), price.sum()").order("price"))).toMatchObject({
    code: "42803",
  });
  const grouped = await rows(api.from("books").select("price.sum(), ...authors!author(mood)"));
  expect(grouped).toEqual(
    expect.arrayContaining([
      { sum: 30.5, mood: "calm" },
      { sum: 30.25, mood: "busy" },
    ]),
  );
  expect(await rows(api.from("book_details").select("blurb, ...books(price.sum(), ...publishers(count()))"))).toEqual([
    { blurb: "About alpha", sum: 10, count: 1 },
  ]);
  expect(await rows(api.from("publishers").select("name, ...books(price.sum())"))).toMatchObject({ code: "PGRST127" });
  expect(await rows(api.from("books").select("publishers(name), price.sum()").eq("id", 1))).toEqual([
    { publishers: { name: "North" }, sum: 10 },
  ]);
});

describe("refused", () => {
  test("no relationship, or more than one", async () => {
    expect(await rows(api.from("books").select("publisher(name)"))).toMatchObject({
      code: "PGRST200",
      message: "Could not find a relationship between 'books' and 'publisher' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'books' and 'publisher' in the schema 'public', but no matches were found.",
      hint: "Perhaps you meant 'publishers' instead of 'publisher'.",
    });
    const ambiguous = await api.from("books").select("authors(name)");
    expect(ambiguous.status).toBe(300);
    expect(ambiguous.error).toMatchObject({
      code: "PGRST201",
      message: "Could not embed because more than one relationship was found for 'books' and 'authors'",
      hint: "Try changing 'authors' to one of the following: 'authors!books_author_fkey', 'authors!books_editor_fkey'. Find the desired relationship in the 'details' key.",
      details: [
        {
          cardinality: "many-to-one",
          embedding: "books with authors",
          relationship: "books_author_fkey using books(author) and authors(name)",
        },
        {
          cardinality: "many-to-one",
          embedding: "books with authors",
          relationship: "books_editor_fkey using books(editor) and authors(name)",
        },
      ],
    });
  });

  test("names that are not there", async () => {
    expect(await rows(api.from("books").select("nope"))).toMatchObject({
      code: "42703",
      message: "column books.nope does not exist",
    });
    expect(await rows(api.from("books").select("publishers(nope)"))).toMatchObject({
      code: "42703",
      message: "column publishers_1.nope does not exist",
    });
    expect(await rows(api.from("books").select("a:authors!author(name), a:authors!editor(name)"))).toMatchObject({
      code: "42712",
      message: 'table name "books_a_1" specified more than once',
    });
    expect(await rows(api.from("books").select("title").eq("publishers.name", "x"))).toMatchObject({
      code: "PGRST108",
    });
    expect(await rows(api.from("books").select("title, publishers(name)").eq("publishers", "x"))).toMatchObject({
      code: "PGRST120",
    });
    expect(await rows(api.from("authors").select("name, books!author(title)").order("books(title)"))).toMatchObject({
      code: "PGRST118",
    });
  });
});

describe("a page is found before what is related is read (docs/decisions/245)", () => {
  const selects = [
    "id, title, publishers(name)",
    "id, title, publishers!inner(name)",
    "id, title, publishers!inner()",
    "id, title, publishers(name), labels(name), book_details(blurb), writer:authors!author(name, mood)",
    "id, ...publishers(publisher:name), labels!inner(name)",
    "id, title, labels!inner(), book_details!inner()",
    "id, title, writer:authors!author!inner(name, books!author!inner(title))",
    "id, title, writer:authors!author(count), labels!inner(count)",
    "*, shout, publishers()",
  ];
  const filters: [string, string][][] = [
    [],
    [["publishers.name", "eq.South"]],
    [["labels.name", "eq.sad"]],
    [["or", "(publishers.is.null,title.eq.Alpha)"]],
    [["or", "(labels.not.is.null,title.eq.Gamma)"]],
    [["and", "(publishers.not.is.null,labels.is.null)"]],
    [["labels.limit", "0"]],
    [["labels.offset", "1"]],
    [["writer.mood", "eq.busy"]],
  ];
  // Without an order everything is joined at once, as with PostgREST.
  test.each(selects)("with the same rows and the same number: %s", async (select) => {
    for (const filter of filters) {
      if (
        !filter.every(([name, value]) =>
          [...`${name} ${value}`.matchAll(/publishers|labels|writer/g)].every(([word]) => select.includes(word)),
        )
      )
        continue;
      const ask = async (more: [string, string][]) => {
        const query = new URLSearchParams([["select", select], ...filter, ...more]);
        const response = await fetch(`/books?${query}`, { headers: { prefer: "count=exact" } });
        const read = (await response.json()) as { id: number }[];
        expect(response.status, JSON.stringify(read)).toBeLessThan(300);
        return { read, count: response.headers.get("content-range")?.split("/")[1] };
      };
      const joined = await ask([]);
      const sorted = joined.read.toSorted((a, b) => b.id - a.id);
      expect(await ask([["order", "id.desc"]])).toEqual({ read: sorted, count: String(sorted.length) });
      expect(
        (
          await ask([
            ["order", "id.desc"],
            ["offset", sorted.length > 0 ? "1" : "0"],
            ["limit", "1"],
          ])
        ).read,
      ).toEqual(sorted.slice(1, 2));
      if (select.includes("publishers(")) {
        const { read } = await ask([["order", "publishers(name).desc.nullslast,id"]]);
        expect(read.toSorted((a, b) => b.id - a.id)).toEqual(sorted);
        const names = read.map(({ id }) => [undefined, "North", "South", ""][id]);
        expect(names).toEqual(names.toSorted().toReversed());
      }
    }
  });
});
