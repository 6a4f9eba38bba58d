// Parts far down a long page, marked with `data-far`, are laid out after the first screen is painted, a few at a time
// (islands/loader.ts; docs/decisions/084): on a slow phone the first words are there sooner, and no tap waits for the rest.
// Until then each is taken to be `--far-height` high.

/**
 * Stands before the first of them. Whoever comes back to a place in the page or follows a link to one gets all of it at
 * once, because the place depends on the height of everything above it.
 */
const script = `if(!location.hash&&performance.getEntriesByType("navigation")[0]?.type==="navigate")document.documentElement.dataset.arriving=""`;

const styles = `:root[data-arriving] [data-far]{content-visibility:auto;contain-intrinsic-size:auto var(--far-height)}`;

export const FarParts = () => (
  <>
    <style href="far-parts" precedence="far-parts">
      {styles}
    </style>
    <script dangerouslySetInnerHTML={{ __html: script }} />
  </>
);
