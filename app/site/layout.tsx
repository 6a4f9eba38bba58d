import { islandLoader } from "virtual:site-assets";
import { Outlet } from "react-router";
import styles from "./site.css?inline";
import { Island } from "./islands/island.tsx";
import { ThemeButton } from "./islands/theme-button.island.tsx";

export const handle = { document: true };

export default function SiteLayout() {
  return (
    <>
      <style href="site" precedence="site">
        {styles}
      </style>
      <header>
        <a href="/">Guidevane</a>
        <Island when="idle">
          <ThemeButton />
        </Island>
      </header>
      <main id="main">
        <Outlet />
      </main>
      <script type="module" src={islandLoader} />
    </>
  );
}
