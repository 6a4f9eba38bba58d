// Style of the page of a shared file, beyond what all pages behind links have: the head, the paper, and the pages of a PDF.

/** A page in a PDF is white in any theme, as its own colours are made for that. */
const pdfStyle = `
.pdf-reader{display:grid;grid-template-columns:minmax(0,46rem) minmax(0,1fr);gap:2rem clamp(2rem,4vw,4rem);align-items:start}
.pdf-pages{display:grid;grid-template-columns:minmax(0,1fr);gap:1.5rem;min-width:0}
.paper.pdf-sheet{max-width:none;padding:calc(var(--turn)*.3);background:#fff;scroll-margin-top:1rem;--muted:oklch(.45 .03 185)}
.pdf-head{display:flex;justify-content:space-between;gap:1rem;padding:.25rem .25rem .75rem}
.pdf-head span:first-child{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.pdf-head span+span{flex:none}
.pdf-face{position:relative;overflow:hidden;background:#fff;color:#1a1a1a;color-scheme:light;--scale-round-x:1px;--scale-round-y:1px}
.pdf-picture{position:absolute;inset:0}.pdf-picture canvas{display:block;width:100%;height:100%}
.pdf-aside{position:absolute;inset:40% 1rem auto;text-align:center}.pdf-waiting{animation:pdf-late 0s .3s both}@keyframes pdf-late{from{visibility:hidden}to{visibility:visible}}
.pdf-text{position:absolute;inset:0;overflow:clip;line-height:1;letter-spacing:normal;word-spacing:normal;text-align:initial;-webkit-text-size-adjust:none;text-size-adjust:none;forced-color-adjust:none;transform-origin:0 0;--min-font-size:1;--text-scale-factor:calc(var(--total-scale-factor)*var(--min-font-size))}
.pdf-text :is(span,br){position:absolute;color:transparent;white-space:pre;cursor:text;transform-origin:0 0;font-size:calc(var(--text-scale-factor)*var(--font-height,0px));transform:rotate(var(--rotate,0deg)) scaleX(var(--scale-x,1)) scale(calc(1/var(--min-font-size)))}
.pdf-text ::selection{background:rgb(0 90 255/.25);color:transparent}.pdf-text br::selection{background:none}
.pdf-text[data-main-rotation="90"]{transform:rotate(90deg) translateY(-100%)}
.pdf-text[data-main-rotation="180"]{transform:rotate(180deg) translate(-100%,-100%)}
.pdf-text[data-main-rotation="270"]{transform:rotate(270deg) translateX(-100%)}
.pdf-link{position:absolute;border-radius:2px}.pdf-link:hover{background:rgb(0 90 255/.12)}
.pdf-list{position:sticky;top:1.5rem;font-size:.9375rem;line-height:1.5}
.pdf-list p{margin:.5rem 0 .75rem}
.pdf-list ol{display:grid;gap:.125rem;max-height:calc(100vh - 6rem);overflow-y:auto;scrollbar-width:thin}
.pdf-list a{display:flex;gap:1rem;padding:.4375rem 0;border-bottom:1px solid var(--line);text-decoration:none}
.pdf-list a:focus-visible{outline-offset:-2px}.pdf-list a:hover span+span{text-decoration:underline;text-underline-offset:.22em}
.pdf-list a span:first-child{min-width:.625rem;font-variant-numeric:tabular-nums}.pdf-list a[aria-current] span+span{font-weight:600}
.pdf-list span+span{min-width:0;overflow-wrap:anywhere}
.pdf-note{min-height:14rem;align-content:center}.pdf-opening{min-height:24rem}.pdf-note output{display:block;font:1.5rem/1.2 var(--serif)}.pdf-note output+p{margin-top:.5rem}
.pdf-note p+p{margin-top:.5rem}.pdf-actions,.pdf-password{display:grid;gap:1.125rem;justify-items:start;max-width:26rem;margin-top:1.5rem}
.pdf-password{margin-top:0;justify-items:stretch}.pdf-password .btn{justify-self:start}
.pdf-delayed{position:sticky;align-items:center;bottom:1rem;z-index:2;grid-column:1;justify-content:space-between;flex-wrap:wrap;box-shadow:0 8px 24px rgb(0 20 20/.16)}
body:has(.pdf-over) :is(.actions,.share-foot),body:has(.pdf-failed) [data-print-pdf]{display:none}
.btn[disabled]{opacity:.55;cursor:default}
@media (max-width:64rem){.pdf-reader{grid-template-columns:minmax(0,1fr)}.pdf-list{position:static;order:-1}.pdf-list ol{max-height:19rem}.pdf-delayed{order:1}}
@page pdf{margin:0}
@media print{
body:has(.pdf-sheet) :is(.doc-head,.doc-open),.pdf-list,.pdf-delayed,.pdf-head,.pdf-text,.pdf-waiting{display:none}
.pdf-reader,.pdf-pages{display:block}.wrap:has(.pdf-sheet){padding:0}
.paper.pdf-sheet{page:pdf;padding:0;border:0;border-radius:0;box-shadow:none;break-inside:avoid}.pdf-sheet+.pdf-sheet{break-before:page}
.pdf-face{aspect-ratio:auto!important;height:99vh}.pdf-picture canvas{object-fit:contain}
.pdf-face:not([data-drawn])::after{content:"Not drawn yet. Print with the button on the page, or open the PDF in a new tab.";position:absolute;inset:2rem}
}
`;

export const shareStyle = `
.share-top{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:2rem 4rem;align-items:end}
.share-top h1{max-width:none;font-size:clamp(2.5rem,1.5rem + 3vw,4.25rem);overflow-wrap:anywhere}
.share-top .lead{margin-top:1rem;max-width:34rem;font-size:1.1875rem;line-height:1.5}
.doc-open .share-top .spec{margin:0}
.doc-open:has(.share-top){padding-bottom:clamp(2rem,4vw,3.5rem)}
.actions{display:flex;flex-wrap:wrap;gap:.875rem 1.5rem;margin-top:2rem}
.share-doc{padding-block:clamp(2rem,4vw,3.5rem) clamp(4.5rem,2.5rem + 6vw,8.5rem)}
.share-foot{margin-top:1.5rem;max-width:46rem}
.paper{max-width:46rem;padding:clamp(1.5rem,4vw,3.25rem);background:var(--surface);border:1px solid var(--line);border-radius:0 0 var(--turn) 0;box-shadow:0 1px 2px rgb(0 20 20/.06),0 8px 24px rgb(0 20 20/.08)}
.paper pre{font:1rem/1.6 var(--sans);white-space:pre-wrap;overflow-wrap:anywhere}
.paper img{display:block;max-width:100%;height:auto}
.paper h2{margin-bottom:1rem}.paper p+p{margin-top:1rem}
.ask{display:grid;gap:1.125rem;max-width:26rem;margin-top:2rem}
@media (max-width:48rem){.share-top{grid-template-columns:minmax(0,1fr)}}
${pdfStyle}`;
