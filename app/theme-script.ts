/**
 * Runs in the head before the first paint: the stored choice wins, else the system's. It goes on watching both, so that an open
 * page follows the system as it turns dark in the evening, and the choice made in another tab.
 */
export const themeScript = `(function(d,m){function set(){var t;try{t=localStorage.getItem("theme")}catch(e){}d.dataset.theme=t==="dark"||t==="light"?t:m.matches?"dark":"light"}set();m.addEventListener("change",set);addEventListener("storage",set)})(document.documentElement,matchMedia("(prefers-color-scheme: dark)"))`;
