/**
 * The browser gives up a transition between two pages where it would not look right (a hidden tab, a changed window, the next page
 * on its way already) and reports that as an error of the page. Nothing is wrong then. It may do so with the first frame, so this
 * is in the head: a slow line can end anywhere after it.
 */
export const quietTransitions =
  '["pagereveal","pageswap"].forEach(n=>addEventListener(n,e=>{let t=e.viewTransition;t&&[t.ready,t.finished,t.updateCallbackDone].forEach(p=>p.catch(()=>{}))}))';
