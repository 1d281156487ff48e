/** The style of the handover sheet. The Content-Security-Policy of the page contains its hash. */
export const sheet_style = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
@page { size: A4; margin: 14mm 15mm; }
body { margin: 0 auto; max-width: 52rem; padding: 2rem 1.5rem 3rem; color: #16202c;
  background: #fff;
  font: 14px/1.55 system-ui, "PingFang SC", "PingFang TC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif;
  font-variant-numeric: tabular-nums; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .5rem 2rem; align-items: end;
  border-bottom: 2px solid #16202c; padding-bottom: .75rem; }
header dl { display: grid; grid-template-columns: auto auto; gap: 0 .75rem; margin: 0; font-size: 12px; }
h1 { margin: 0; font-size: 24px; line-height: 1.25; letter-spacing: .02em; }
.who { margin: .25rem 0 0; font-size: 16px; }
h2 { display: flex; gap: .625rem; align-items: baseline; margin: 1.625rem 0 .5rem; font-size: 15px;
  break-after: avoid; }
h2 span { color: #5b6776; font-weight: 400; }
p { margin: .375rem 0; }
.verdict { margin: 1rem 0 0; padding: .5rem .875rem; border: 1px solid #8a5a00;
  border-inline-start-width: 4px; border-radius: 4px; font-weight: 600; }
.verdict.done { border-color: #1a7440; }
dt { color: #5b6776; }
dd { margin: 0; overflow-wrap: anywhere; }
.facts { display: grid; grid-template-columns: max-content 1fr max-content 1fr; margin: 0;
  border-top: 1px solid #d5dbe2; }
.facts > * { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #e6eaef; }
.facts .wide { grid-column: 1; }
.facts dd.wide { grid-column: 2 / -1; }
code { font: 12px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .3125rem .75rem .3125rem 0; border-bottom: 1px solid #e6eaef; text-align: start;
  vertical-align: top; overflow-wrap: anywhere; }
thead th { border-bottom-color: #16202c; color: #5b6776; font-weight: 400; white-space: nowrap; }
tbody th { font-weight: 600; }
.whole { white-space: nowrap; }
tr, figure, .sign { break-inside: avoid; }
.good::before { content: "✓ "; color: #1a7440; }
.failed::before { content: "✗ "; color: #b3261e; }
.failed { font-weight: 600; }
.stale::before { content: "△ "; color: #8a5a00; }
.skipped { color: #5b6776; }
.skipped::before { content: "– "; }
.open { margin: 0; padding-inline-start: 1.25rem; }
.scenes { display: grid; gap: 1rem; }
figure { margin: 0; }
figure svg { display: block; width: 100%; height: auto; border-radius: 4px; }
figcaption { padding-top: .25rem; color: #3c4957; font-size: 13px; }
.under { fill: none; stroke: #0b1220; stroke-width: 7; stroke-opacity: .55; stroke-linejoin: round; }
.lot { fill: #2f9bff; fill-opacity: .18; stroke: #5cc0ff; stroke-width: 3; stroke-linejoin: round; }
.plate { fill: #0b1220; fill-opacity: .82; }
figure text { fill: #fff; font-size: 19px; font-weight: 600; text-anchor: middle; }
.gone { padding: 1.5rem; border: 1px dashed #aab4c0; border-radius: 4px; text-align: center; color: #5b6776; }
.sign > div { display: grid; grid-template-columns: 1fr 1fr; gap: 2.5rem; }
.sign h3 { margin: 0; font-size: 14px; }
.sign p { margin: 2.25rem 0 0; padding-top: .25rem; border-top: 1px solid #16202c; color: #5b6776;
  font-size: 12px; }
.note { margin-top: 2rem; color: #5b6776; font-size: 12px; }
@media (max-width: 40rem) {
  .facts { grid-template-columns: max-content 1fr; }
  table { font-size: 13px; }
}
@media print {
  body { max-width: none; padding: 0; font-size: 11.5px; print-color-adjust: exact; }
  h1 { font-size: 20px; }
}
`
