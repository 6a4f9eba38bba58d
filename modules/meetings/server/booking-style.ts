// The style of the booking page and of a meeting's own page, beside the one of all pages that the server writes.
/** The form: on its own page and in the contact page. */
const formStyle = `.bk-card{background:var(--surface);border-radius:0 0 6rem 0;min-width:0;display:grid;grid-template-columns:minmax(0,1fr)}
.bk-card.has-calendar{grid-template-columns:minmax(0,4fr) minmax(0,3fr)}
.bk-cal,.bk-side,.bk-said{padding:clamp(1.25rem,2.4vw,2rem);min-width:0}
.has-calendar .bk-side{border-left:1px solid var(--line)}
.bk-side{display:grid;gap:1.125rem;align-content:start;grid-template-columns:minmax(0,1fr)}
.bk-side>hr{border:0;border-top:1px solid var(--line);width:100%;margin:0}
.bk-day-name{font:600 1.1875rem/1.3 var(--sans);margin:0}
.bk-zone{display:flex;flex-wrap:wrap;align-items:end;gap:.5rem .75rem}.bk-zone label{flex:1 1 12rem;font-size:.9375rem}
.has-calendar .bk-zone button{display:none}
.bk-zone .input{margin-top:.25rem;min-height:2.75rem;padding-block:.375rem}
fieldset{border:0;padding:0;margin:0;min-width:0}legend{font-weight:600;padding:0;margin-bottom:.5rem}
.bk-slots{display:grid;grid-template-columns:repeat(auto-fill,minmax(7rem,1fr));gap:.5rem}
.bk-slot{position:relative;display:block;font-weight:600;font-size:.9375rem}
.bk-slot input{position:absolute;opacity:0;inset:0;width:100%;height:100%;margin:0;cursor:pointer}
.bk-slot span{display:grid;place-items:center;min-height:2.75rem;padding:.25rem .5rem;border:1px solid var(--control);border-radius:3px 3px .75rem 3px}
.bk-slot input:hover+span{border-color:var(--ink)}
.bk-slot input:checked+span{background:var(--solid);color:var(--on-solid);border-color:var(--solid)}
.bk-slot input:focus-visible+span{outline:2px solid var(--focus);outline-offset:2px}
.bk-turn{display:flex;flex-wrap:wrap;gap:.5rem}
.bk-details{display:grid;gap:1.125rem}.bk-details .btn-accent{width:100%}
.bk-trap{position:absolute;left:-999rem}
.bk-head{display:flex;align-items:center;gap:.25rem;margin-bottom:.5rem}.bk-head h2{flex:1;font-size:1.625rem}
.bk-head button,.bk-cal td button{font:inherit;color:inherit;background:none;border:0;cursor:pointer}
.bk-head button{display:grid;place-items:center;width:2.75rem;height:2.75rem}.bk-head button[aria-disabled=true]{color:var(--muted);cursor:default}
.bk-head .icon.back{transform:scaleX(-1)}
.bk-cal table{width:100%;table-layout:fixed;border-collapse:separate;border-spacing:2px;margin-inline:-2px}
.bk-cal th{font-weight:400;font-size:.875rem;color:var(--muted);text-align:left;padding:.25rem .375rem .5rem}
.bk-cal td{padding:0;height:4.25rem;vertical-align:top}
.bk-cal td button{position:relative;display:block;width:100%;height:100%;min-height:2.75rem;padding:.375rem .5rem;text-align:left;line-height:1.2;color:var(--muted);border-radius:0 0 .75rem 0}
.bk-cal td button[data-count]{background:var(--wash,oklch(.9 .03 170));color:var(--ink);font-weight:650}
.bk-cal td button[aria-pressed=true]{background:var(--solid);color:var(--on-solid)}
.bk-cal td button[aria-current=date]:not([data-count])::after{content:"Today";position:absolute;left:.5rem;bottom:.25rem;font-size:.6875rem;font-weight:400}
.bk-marks{position:absolute;left:.5rem;bottom:.5rem;display:flex;gap:2px;overflow:hidden;max-width:calc(100% - .75rem)}.bk-marks i{flex:none;width:5px;height:5px;background:currentColor}
.bk-legend{display:flex;gap:.5rem;align-items:center;margin-top:.75rem;font-size:.9375rem;color:var(--muted)}.bk-legend i{width:6px;height:5px;background:var(--ink)}
.bk-cal.busy{opacity:.6}
@media (scripting:enabled){.bk-cal[hidden]{display:block}}
@media (scripting:enabled) and (min-width:48.01rem){.bk-card[data-booking]{grid-template-columns:minmax(0,4fr) minmax(0,3fr)}}
.bk-turn[hidden],.bk-acts[hidden]{display:none}
`;

export const bookingStyle = `
.bk-hero{position:relative;overflow:hidden;min-height:calc(100vh - 5rem);padding:calc(4.75rem + clamp(1rem,2.6vw,3rem)) 0 clamp(3rem,6vw,6rem)}
.bk-hero .doc-art{inset:auto auto 0 0;width:64%;height:20rem;mask-image:linear-gradient(90deg,#000 45%,transparent 88%)}
.bk-grid{position:relative;display:grid;grid-template-columns:minmax(17rem,5fr) minmax(0,10fr);gap:2.5rem 5rem;align-items:start}
.bk-grid h1{font-size:clamp(2.25rem,1.5rem + 2.8vw,4.25rem)}
.bk-lead{margin-top:1.25rem;font-size:1.1875rem;line-height:1.5;max-width:27rem}
.bk-first{margin-top:1rem;font-weight:600}
.bk-grid .spec{margin-top:1.75rem;padding-top:1.5rem;border-top:1px solid var(--control);font-size:1rem;gap:.75rem 1.5rem;max-width:26rem}
${formStyle}.bk-said{display:grid;gap:1.25rem;padding:clamp(1.5rem,3.4vw,3.25rem)}.bk-said h2{font-size:clamp(1.75rem,1.3rem + 1.8vw,3.25rem);word-spacing:.08em}
.bk-said .lead{font-size:1.125rem}.bk-grid :is(.bk-said,.bk-side) .spec{border:0;padding:0;margin:0}
.bk-acts{display:flex;flex-wrap:wrap;gap:.75rem 1.75rem;align-items:center}
.bk-first,.bk-grid .spec dd,.bk-said .lead{text-wrap:balance}
.was{text-decoration:line-through}
.site-nav{margin-left:auto;display:flex;gap:.25rem 1.75rem;flex-wrap:wrap;font-size:.9375rem;font-weight:560}.site-nav a{text-decoration:none;padding:.5rem 0}.site-nav a[aria-current]{border-bottom:2px solid var(--accent)}
.site-nav~.theme{margin-left:0}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--wash:oklch(.36 .04 187)}}
:root[data-theme=dark]{--wash:oklch(.36 .04 187)}:root[data-theme=light]{--wash:oklch(.9 .03 170)}
@media (max-width:72rem){.bk-grid{grid-template-columns:minmax(0,1fr)}.bk-hero .doc-art{display:none}}
@media (max-width:48rem){.bk-card.has-calendar{grid-template-columns:minmax(0,1fr)}.has-calendar .bk-side{border-left:0;border-top:1px solid var(--line)}.bk-cal{min-height:calc(12.625rem + var(--weeks,5)*2.875rem)}.bk-cal th{padding-inline:.25rem .125rem}.bk-cal td{height:2.875rem}.bk-cal td button{padding:.25rem}.bk-marks{left:.25rem;bottom:.25rem}.bk-marks i{width:4px;height:4px}.bk-cal td button[aria-current=date]::after{display:none}.bk-card{border-radius:0 0 3rem 0}.site-nav{display:none}.site-nav~.theme{margin-left:auto}.bk-grid .spec{margin-top:1rem;padding-top:1rem}.bk-hero{padding-bottom:2.5rem}}
@media (max-width:22rem){.bk-cal,.bk-side{padding:.875rem}.bk-cal th{padding-inline:.125rem;font-size:.75rem}.bk-marks{max-width:none;gap:1px}.bk-marks i{width:3px}}
`;

/** In the contact page, which has no style of the pages that the server writes: the same colors, by the same names. */
export const embedStyle = `.bk-embed{
--wash:var(--sunken);
.btn{display:inline-flex;align-items:center;justify-content:center;gap:.625rem;min-height:3.125rem;padding:.75rem 1.375rem;border:1px solid transparent;border-radius:3px 3px 1rem 3px;background:none;color:inherit;font-weight:600;cursor:pointer}
.btn-accent{background:var(--accent);color:var(--on-accent)}.btn-line{border-color:var(--control)}.btn-sm{min-height:2.5rem;padding:.375rem .875rem;font-size:.9375rem}
.input{display:block;width:100%;min-height:3rem;margin-top:.375rem;padding:.625rem .75rem;border:1px solid var(--control);border-radius:3px;background:var(--surface);color:var(--ink);font-size:1rem;font-weight:400}
textarea.input{min-height:6rem}
.label,label{font-weight:600;font-size:.9375rem}
.small{font-size:.9375rem}.muted{color:var(--muted)}.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.link{text-decoration:underline;font-weight:600}
.icon{width:1.25rem;height:1.25rem;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.field-error{color:var(--danger);font-size:.9375rem}
.note{padding:.875rem 1rem;border-radius:0 0 1rem 0;background:var(--dev-bg);color:var(--dev)}
${formStyle}
.bk-card,.bk-card.has-calendar{background:none;border-radius:0;grid-template-columns:minmax(0,1fr)}
.bk-cal,.bk-side,.has-calendar .bk-side{padding:0;border:0}.has-calendar .bk-side{margin-top:1.5rem}
.bk-head h2{font-family:"Hedvig Letters Serif Variable",Georgia,serif}.bk-cal td button[aria-current=date]::after{display:none}hr{border:0;border-top:1px solid var(--line)}
.bk-cal td{height:3.25rem}
}`;
