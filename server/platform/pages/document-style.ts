// The style of pages behind secret addresses (a proposal, a payment, a share, a sender's own page, unsubscribing): the site's colours and type, written here because the
// server has no style sheet of the built site. Fields as in app/ui/styles/tokens.css; on paper everything is printed light.
// Without script the system's theme holds.
import { colours } from "#content/colours.gen.ts";
import { siteFonts } from "./site-fonts.ts";

const names = (ground: Record<string, string>) =>
  Object.entries(ground)
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");
// A field says all of its colours, so that in the dark each of them has to be said again.
const dark = (root: string) => `${root},${root} [data-field]{color-scheme:dark;${names(colours.dark)}}
${root} [data-field=nil]{--ground:oklch(.255 .036 188);--surface:oklch(.295 .038 188);--sunken:oklch(.225 .032 189);--line:oklch(.375 .038 187);--control:oklch(.6 .037 184);--muted:oklch(.78 .03 172);--flow:oklch(.46 .05 184)}`;

export const documentStyle = `
${siteFonts}:root{color-scheme:light;${names(colours.paper)};--serif:"Hedvig Letters Serif Variable","Substitute Serif","Substitute Serif Wide",Georgia,serif;--sans:"Schibsted Grotesk Variable","Substitute Sans","Substitute Sans Wide",system-ui,sans-serif;--gutter:clamp(1.25rem,4.6vw,4.5rem);--turn:clamp(2.5rem,5vw,4.5rem)}
[data-field=nil]{${names(colours.nil)}}
[data-field=paper]{${names(colours.paper)}}
@media screen{${dark(":root[data-theme=dark]")}}
@media screen and (prefers-color-scheme:dark){${dark(":root:not([data-theme])")}}
*{box-sizing:border-box;margin:0}
@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}::view-transition-group(*){animation-duration:200ms}
html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{background:var(--ground);color:var(--ink);font:1.0625rem/1.58 var(--sans);font-synthesis:none;-webkit-font-smoothing:antialiased;overflow-wrap:break-word}
[data-field]{background:var(--ground);color:var(--ink)}
p{text-wrap:pretty}
a{color:inherit;text-decoration-thickness:1px;text-underline-offset:.22em}
ul,ol{list-style:none;padding:0}
dd{margin:0}
h1,h2{font-family:var(--serif);font-weight:400;text-wrap:balance}
h1{font-size:clamp(2.5rem,1.5rem + 3.6vw,5rem);line-height:1;letter-spacing:-.03em;max-width:15ch}
h2{font-size:clamp(1.5rem,1.3rem + .7vw,1.875rem);line-height:1.16;letter-spacing:-.016em}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.skip{position:absolute;top:-5rem;left:var(--gutter);z-index:9;padding:.75rem 1.5rem;background:var(--solid);color:var(--on-solid)}
.skip:focus{top:.75rem}
.wrap{width:100%;max-width:94rem;margin-inline:auto;padding-inline:var(--gutter)}
.small{font-size:.9375rem;line-height:1.5}.muted{color:var(--muted)}.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:root:not([data-theme]) .needs-script,:root[data-theme] .without-script{display:none}
.icon{width:1.25rem;height:1.25rem;flex:none;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
.theme .icon+.icon,:root[data-theme=dark] .theme .icon{display:none}:root[data-theme=dark] .theme .icon+.icon{display:block}
.doc-head{position:absolute;inset:0 0 auto;z-index:5;background:none}
.doc-head .wrap{display:flex;align-items:center;gap:.5rem 1.5rem;min-height:4.75rem}
.brand{display:inline-flex;align-items:center;gap:.625rem;min-height:2.75rem;font:1.625rem/1 var(--serif);letter-spacing:-.025em;text-decoration:none}
.brand .logo{max-height:2.5rem;max-width:12rem;border-radius:3px;background:#fff;padding:.25rem}.brand svg{width:1.75rem;height:1.75rem;fill:currentColor}.brand .hot{fill:var(--accent)}
.ref{margin-left:auto;min-width:0;padding:.25rem .625rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;background:var(--ground);font-size:.9375rem;color:var(--muted)}
.theme{display:grid;place-items:center;width:2.5rem;height:2.5rem;border:0;background:var(--ground);color:inherit;cursor:pointer;margin-left:-1rem}
.doc-open{position:relative;overflow:hidden;padding:calc(4.75rem + clamp(1.5rem,3vw,3rem)) 0 clamp(3rem,6vw,5.5rem)}
.doc-open .wrap{position:relative}
.doc-open .spec{margin-top:2rem;max-width:34rem;font-size:1rem;gap:.5rem 1.5rem}
.doc-art{position:absolute;right:0;top:0;width:62%;height:100%;mask-image:linear-gradient(90deg,transparent 12%,#000 66%)}
.spec{display:grid;grid-template-columns:fit-content(45%) minmax(0,1fr);gap:.375rem 1.25rem;font-size:.9375rem;line-height:1.5;align-content:start}
.spec dt{color:var(--muted);overflow-wrap:anywhere}.spec dd{font-weight:520;min-width:0}
.letter-grid{display:grid;grid-template-columns:minmax(0,40rem) minmax(19rem,24rem);gap:3rem 4rem;justify-content:space-between;align-items:start;padding-block:clamp(3rem,5vw,5rem) clamp(4.5rem,2.5rem + 6vw,8.5rem)}
.sheet{position:sticky;top:2rem;display:grid;grid-template-columns:minmax(0,1fr);min-width:0;overflow-wrap:anywhere;gap:1.125rem;padding:clamp(1.5rem,2.4vw,2.125rem);border-radius:0 0 var(--turn) 0}
.sheet .spec{border-top:1px solid var(--line);padding-top:1rem}
.big{font:clamp(2.5rem,2rem + 1.8vw,3.375rem)/1 var(--serif);letter-spacing:-.035em;font-weight:400}
.btn{display:inline-flex;align-items:center;justify-content:center;gap:.625rem;min-height:3.125rem;padding:.75rem 1.375rem;border:1px solid transparent;border-radius:3px 3px 1rem 3px;background:none;color:inherit;font:600 1rem/1.25 var(--sans);text-decoration:none;cursor:pointer}
.btn-accent{background:var(--accent);color:var(--on-accent)}.btn-accent:hover{background:var(--accent-hover)}
.btn-solid{background:var(--solid);color:var(--on-solid)}.btn-solid:hover{background:var(--solid-hover)}
.btn-line{border-color:var(--control)}.btn-line:hover{border-color:var(--ink)}
.btn-sm{min-height:2.5rem;padding:.375rem .875rem;font-size:.9375rem;border-radius:3px 3px .625rem 3px}
.sheet .btn{width:100%}
label{font-weight:600;font-size:.9375rem;line-height:1.4}
.input{display:block;width:100%;min-height:3rem;margin-top:.375rem;padding:.625rem .75rem;border:1px solid var(--control);border-radius:3px;background:var(--surface);color:var(--ink);font:1rem/1.5 var(--sans)}
textarea.input{min-height:6rem;resize:vertical}
.check{display:flex;gap:.625rem;align-items:start;font-weight:400}.check input{flex:none;width:1.25rem;height:1.25rem;margin-top:.05rem;accent-color:var(--solid)}
.field-error{margin-top:.375rem;color:var(--danger);font-size:.9375rem;font-weight:560}
.alt{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 1rem;font-size:.9375rem}
.link{display:inline-flex;align-items:center;gap:.5rem;min-height:2rem;padding:0;border:0;background:none;color:inherit;font:600 .9375rem/1.4 var(--sans);text-decoration:underline;text-underline-offset:.22em;cursor:pointer}
.note{display:flex;gap:.625rem;align-items:start;padding:.875rem 1rem;border-radius:0 0 1rem 0;font-size:.9375rem;line-height:1.45}
.note .icon{margin-top:.1em}.note.good{background:var(--live-bg);color:var(--live)}.note.warn{background:var(--dev-bg);color:var(--dev)}.note.bad{background:var(--danger-bg);color:var(--danger)}
.foot-line{border-top:1px solid var(--line)}.foot-line .wrap{display:flex;flex-wrap:wrap;gap:.5rem 2rem;justify-content:space-between;padding-block:1.5rem 2rem;font-size:.9375rem;color:var(--muted)}
@media (max-width:64rem){.letter-grid{grid-template-columns:minmax(0,1fr)}.sheet{position:static}.doc-art{display:none}}
@media (max-width:40rem){.doc-head .wrap{gap:.25rem}.brand{font-size:1.375rem}.ref{font-size:.8125rem;padding-inline:.25rem}.theme{margin-left:0}.btn{width:100%}.btn-sm{width:auto}}
@media print{.doc-head .theme,.btn,.alt,.foot-line,.skip,.no-print,.doc-art{display:none!important}.letter-grid{display:block}.sheet{position:static}.doc-open{padding:4rem 0 1rem}body{font-size:11pt}}
`;
