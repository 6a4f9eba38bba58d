/** Runs in the head before the first paint: the stored choice wins, else the system's. */
export const themeScript = `(function(d){var t;try{t=localStorage.getItem("theme")}catch(e){}d.dataset.theme=t==="dark"||t==="light"?t:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"})(document.documentElement)`;
