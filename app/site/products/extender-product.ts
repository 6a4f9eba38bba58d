import { links, site } from "#content/site.ts";
import { extender } from "#content/tools.ts";
import { absolute, cardPath } from "../page-meta.ts";

/** Structured data of the extension, with its price. */
export const extenderProduct = (path: string) => ({
  "@type": "Product",
  name: "GPT Extender Lite",
  description: "A browser extension that exports chat sessions to text files.",
  category: "Browser extension",
  image: absolute(cardPath(path)),
  url: absolute(path),
  brand: { "@type": "Brand", name: site.name },
  offers: {
    "@type": "Offer",
    price: extender.priceNumber,
    priceCurrency: extender.currency,
    availability: "https://schema.org/InStock",
    url: links.payment,
  },
});
