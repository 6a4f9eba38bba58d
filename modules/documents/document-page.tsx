// /admin/documents/:id: one document, as a timeline or a link names it; the same screen with nothing else in the list.
export { default } from "./documents-page.tsx";
