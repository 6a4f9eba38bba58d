// The one script of pages behind secret addresses: the theme before the first paint, its button, and the word that a person has
// the page in front of them. Written into the page, so its hash is in the content security policy.
import { createHash } from "node:crypto";

// A form that answers at once (data-live) loads the page with its new sums: what was typed elsewhere, where one was and what one was about to
// type in stay. A consent that was ticked does not: it was for the sums before.

/** A scanner opens pages; it does not keep one visible and touch it. */
export const documentScript = `(()=>{
const root=document.documentElement;let saved=null;try{saved=localStorage.getItem("theme")}catch{}
root.dataset.theme=saved==="dark"||saved==="light"?saved:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";
addEventListener("DOMContentLoaded",()=>{
document.querySelector("[data-flip]")?.addEventListener("click",()=>{root.dataset.theme=root.dataset.theme==="dark"?"light":"dark";try{localStorage.setItem("theme",root.dataset.theme)}catch{}});
document.querySelector("[data-print]")?.addEventListener("click",()=>print());
for(const button of document.querySelectorAll("[data-copy]"))button.addEventListener("click",async()=>{await navigator.clipboard.writeText(button.dataset.copy);const words=button.querySelector("span");if(words)words.textContent="Copied"});
const key="typed "+location.pathname,fields=()=>[...document.querySelectorAll("form:not([data-live]) :is(input[type=text],input:not([type]),textarea)[id]")];
try{const kept=JSON.parse(sessionStorage.getItem(key));sessionStorage.removeItem(key);if(kept){for(const field of fields())if(kept.typed[field.id])field.value=kept.typed[field.id];scrollTo({top:kept.top,behavior:"instant"});if(kept.focused)document.getElementById(kept.focused)?.focus({preventScroll:true})}}catch{}
for(const form of document.querySelectorAll("form[data-live]"))form.addEventListener("change",()=>setTimeout(()=>{
try{sessionStorage.setItem(key,JSON.stringify({top:scrollY,focused:document.activeElement?.id,typed:Object.fromEntries(fields().map((field)=>[field.id,field.value]))}))}catch{}
form.action=location.pathname;form.requestSubmit()}));
const address=document.body.dataset.seen;if(!address)return;
const touched=["pointerdown","keydown","wheel","touchstart"];
const seen=(event)=>{if(document.visibilityState!=="visible"||!event.isTrusted)return;for(const name of touched)removeEventListener(name,seen);fetch(address,{method:"POST",keepalive:true}).catch(()=>{})};
for(const name of touched)addEventListener(name,seen,{passive:true});
});
})();`;

export const documentScriptHash = `'sha256-${createHash("sha256").update(documentScript).digest("base64")}'`;
