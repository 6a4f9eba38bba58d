// What the letter has besides the frame of all pages behind links.
export const letterStyle = `
.letter{line-height:1.62;min-width:0}.letter>p+p{margin-top:1.125rem}.letter p{white-space:pre-line;overflow-wrap:anywhere}
.letter>:is(.offer,.sums,form,.dates)+p{margin-top:2rem}
.letter .first{font:clamp(1.375rem,1.2rem + .6vw,1.6875rem)/1.34 var(--serif);letter-spacing:-.01em;margin-bottom:1.5rem}
.letter h2{margin:3rem 0 1rem}
.offer{width:100%;border-collapse:collapse}.offer th,.offer td{text-align:right;vertical-align:baseline;padding:1.125rem 0 1.125rem 1.25rem}
.offer thead th{color:var(--muted);font:520 .8125rem/1.3 var(--sans);padding-block:0 .5rem;border-bottom:1px solid var(--ink);white-space:nowrap}
.offer tbody tr{border-bottom:1px solid var(--line)}.offer th:first-child{text-align:start;padding-left:0;font-weight:inherit}
.offer b{font-weight:650;overflow-wrap:anywhere}.offer p{color:var(--muted);font-size:.9375rem;line-height:1.5;margin-top:.25rem}
.offer .calc{font-size:.9375rem}.offer .amt{font-weight:650;white-space:nowrap}.offer .calc .field-error{display:block}
.offer label{display:flex;gap:.75rem;align-items:baseline;font:inherit}.offer input{flex:none;width:1.25rem;height:1.25rem;translate:0 .2rem;accent-color:var(--solid)}
.offer .not{color:var(--muted)}
.offer .group th{padding-bottom:.25rem}.offer .group .muted{font-weight:400}.offer .group+tr th{padding-left:0}
.offer .qty{display:inline-flex;align-items:baseline;gap:.375rem}.offer .qty .input{width:4.5rem;min-height:2.5rem;margin:0;padding:.375rem .5rem;text-align:right;height:auto}
.letter h3{margin:2.25rem 0 .5rem;font:650 1.0625rem/1.4 var(--sans)}
.changed{border-block:1px solid var(--ink);padding-block:1.25rem;margin-bottom:2.5rem}.changed h2{margin:0 0 .75rem}.changed h3{margin:1.25rem 0 .375rem}
.changed p+p{margin-top:.375rem}.changed del{color:var(--muted)}.changed ins{text-decoration:none;box-shadow:inset 0 -.08em 0 var(--solid)}
.asked{display:grid;gap:1rem;margin-top:1rem}.asked li{border-left:2px solid var(--control);padding-left:.875rem}.asked p{white-space:pre-line;overflow-wrap:anywhere}
.asked .small{display:block}
.sums{display:grid;grid-template-columns:1fr auto;gap:.375rem 2rem;padding-top:1.125rem;align-items:baseline}
.sums dt{color:var(--muted)}.sums dd{text-align:right;font-weight:520}
.sums .grand{color:var(--ink);font-weight:650;padding-top:.625rem}
.sums dd.grand{font:clamp(2.25rem,1.6rem + 2vw,3.125rem)/1 var(--serif);letter-spacing:-.03em;font-weight:400}
/* The sum in large type has a line of its own where both do not fit beside each other, however long the amount. */
@media(max-width:30rem){.sums{grid-template-columns:minmax(0,1fr) auto;column-gap:1rem}.sums .grand{grid-column:1/-1}.sums dd.grand{padding-top:0;font-size:clamp(1.5rem,9vw,2.25rem)}}
.dates{margin-top:1.25rem}.dates li{display:grid;grid-template-columns:2.25rem minmax(0,1fr) auto;gap:.25rem 1rem;padding-bottom:1.625rem;position:relative}
.dates li::before{content:"";position:absolute;left:.5625rem;top:1.25rem;bottom:-.25rem;width:1px;background:var(--control)}
.dates li:last-child{padding:0}.dates li:last-child::before{display:none}
.dates i{width:1.1875rem;height:1.1875rem;margin-top:.1875rem;border:1.5px solid var(--ink);border-radius:50%;background:var(--surface)}
.dates li:first-child i{background:var(--solid)}.dates b{font-weight:650}.dates p{grid-column:2/-1;color:var(--muted);font-size:.9375rem}
.dates time{font-size:.9375rem;font-weight:520;white-space:nowrap}
.sign-name{font:1.625rem/1.2 var(--serif);letter-spacing:-.015em;min-height:3.5rem}
.form{display:grid;gap:1rem}
.signed{border-block:1px solid var(--ink);padding-block:.875rem}.signed b{display:block;font:1.75rem/1.15 var(--serif);letter-spacing:-.018em;overflow-wrap:anywhere}.signed span{font-size:.9375rem;color:var(--muted)}
details summary{cursor:pointer;font:600 .9375rem/1.4 var(--sans);text-decoration:underline;text-underline-offset:.22em;display:flex;align-items:center;min-height:2rem;list-style:none}
summary::-webkit-details-marker{display:none}details[open] summary{margin-bottom:.5rem}
.proof{font-size:.8125rem;color:var(--muted);overflow-wrap:anywhere}
.bar{display:none}.trap{position:absolute;left:-99rem}
.ribbon{position:fixed;inset:auto 0 0;z-index:6;padding:.625rem var(--gutter);background:var(--dev-bg);color:var(--dev);font-size:.9375rem;font-weight:560}
@media (max-width:40rem){.offer thead{display:none}.offer,.offer tbody{display:block}.offer tbody tr{display:grid;gap:.25rem;padding-block:1.125rem}.offer tbody th,.offer tbody td{display:block;padding:0}.offer tbody tr:first-child{border-top:1px solid var(--ink)}.offer tbody td{display:flex;justify-content:space-between;gap:1rem}.offer td.none{display:none}.offer td::before{content:attr(data-head);color:var(--muted);font-weight:400}}
@media (max-width:64rem){.dates li{grid-template-columns:2.25rem minmax(0,1fr)}.dates time{grid-column:2}}
@media (max-width:40rem){.bar{position:sticky;bottom:0;z-index:4;display:flex;justify-content:space-between;align-items:center;gap:1rem;margin:2rem calc(var(--gutter)*-1) -3rem;padding:.75rem var(--gutter);background:var(--ground);border-top:1px solid var(--ink)}.bar b{display:block;font:1.5rem/1.1 var(--serif);letter-spacing:-.02em}}
@media print{.bar,.form,details,.trap{display:none!important}.offer tr,.dates li,.signed{break-inside:avoid}.offer input{display:none}}
`;
