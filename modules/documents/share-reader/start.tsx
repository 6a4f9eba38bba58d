// The one script that the page of a shared PDF loads. Whatever it cannot do, the page has a link that opens the PDF in a tab.
import { createRoot } from "react-dom/client";
import { ShareReader } from "./share-reader.tsx";
import type { SharedPdf } from "./shared-pdf.ts";

const place = document.querySelector<HTMLElement>("[data-pdf]");
if (place?.dataset.pdf) createRoot(place).render(<ShareReader file={JSON.parse(place.dataset.pdf) as SharedPdf} />);
