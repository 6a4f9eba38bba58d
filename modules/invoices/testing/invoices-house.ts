// Moved: tests of other modules issue invoices too.
export * from "#server/testing/invoices-for-tests.ts";
