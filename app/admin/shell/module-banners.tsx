// What a module has to say on every page, below the top bar.
import { lazy, Suspense } from "react";
import { allModules } from "../areas.ts";

const banners = allModules.flatMap(({ key, banner }) => (banner ? [{ key, Banner: lazy(banner) }] : []));

export const ModuleBanners = () => (
  <Suspense fallback={null}>
    {banners.map(({ key, Banner }) => (
      <Banner key={key} />
    ))}
  </Suspense>
);
