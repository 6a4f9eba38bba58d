// Bootloader for search engines: an application with its published prices.
import { links, site } from "#content/site.ts";
import { version } from "#content/bootloader.ts";
import { features } from "#content/bootloader-copy.ts";
import { type Period, plans } from "#content/pricing.ts";
import { absolute, cardPath } from "../page-meta.ts";

const unit: Record<Period, string> = { monthly: "MON", annual: "ANN" };

const offers = plans.flatMap(({ name, price }) => {
  if (price === "Custom") return [];
  const periods: Period[] = price.monthly === price.annual ? ["monthly"] : ["monthly", "annual"];
  return periods.map((period) => ({
    "@type": "Offer",
    name: periods.length > 1 ? `${name}, ${period}` : name,
    price: price[period],
    priceCurrency: "USD",
    url: absolute("/build/products/bootloader#pricing"),
    availability: price[period] === 0 ? "https://schema.org/InStock" : "https://schema.org/PreOrder",
    ...(price[period] > 0
      ? {
          priceSpecification: {
            "@type": "UnitPriceSpecification",
            price: price[period],
            priceCurrency: "USD",
            unitCode: unit[period],
          },
        }
      : null),
  }));
});

export const bootloaderProduct = () => ({
  "@type": "SoftwareApplication",
  "@id": absolute("/build/products/bootloader#product"),
  name: "Bootloader",
  description: features.map((feature) => `${feature.title}.`).join(" "),
  applicationCategory: "DeveloperApplication",
  operatingSystem: "Windows, macOS, Linux",
  softwareVersion: version,
  image: absolute(cardPath("/build/products/bootloader")),
  url: absolute("/build/products/bootloader"),
  brand: { "@type": "Brand", name: site.name },
  sameAs: links.bootloaderRepository,
  offers,
});
