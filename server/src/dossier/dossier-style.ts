/** The style sheet of a dossier, for screen and print. */
export const headStyle = `
:root { color-scheme: light; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1.25rem; color: #1f2329; background: #fff;
  font: 15px/1.6 system-ui, "PingFang SC", "PingFang TC", "Microsoft YaHei", "Microsoft JhengHei",
  sans-serif; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline;
  border-bottom: 2px solid #1f2329; padding-bottom: .75rem; }
h1 { margin: 0; font-size: 1.75rem; }
.plate { margin: 0; font-size: 1.5rem; font-weight: 600; letter-spacing: .04em; }
h2 { margin: 2rem 0 .5rem; font-size: 1.1875rem; border-bottom: 1px solid #d8dce2; }
h3 { margin: 1.25rem 0 .375rem; font-size: 1rem; }
p { margin: .5rem 0; }
dl { display: grid; grid-template-columns: minmax(6rem, 11rem) 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt { color: #5c6370; }
dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .5rem 0; }
th, td { padding: .3rem .5rem; border-bottom: 1px solid #d8dce2; text-align: start; vertical-align: top;
  overflow-wrap: anywhere; }
th { color: #5c6370; font-weight: 600; }
.events td:nth-child(-n+3), .events td:nth-last-child(2) { min-width: 5em; overflow-wrap: normal;
  word-break: keep-all; }
.events td:first-child { min-width: 0; }
code, pre { font: .75rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; padding: .75rem; background: #f4f6f8; border-radius: 6px; }
.flag { padding: .5rem .75rem; border: 1px solid #ad6800; border-radius: 6px; color: #874d00;
  background: #fffbe6; }
.pictures { display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); }
figure { margin: 0; break-inside: avoid; }
img { max-width: 100%; height: auto; border: 1px solid #d8dce2; }
figcaption { color: #5c6370; font-size: .8125rem; }
@page { size: A4; margin: 12mm; }
@media print {
  body { margin: 0; max-width: none; padding: 0; font-size: 9px; line-height: 1.35; }
  .screen { display: none; }
  h1, .plate { font-size: 15px; }
  h2 { margin: 6px 0 2px; font-size: 11px; }
  h3 { margin: 4px 0 1px; font-size: 9px; }
  p, dl, table { margin: 2px 0; }
  dl { grid-template-columns: 7rem 1fr 7rem 1fr; gap: 0 6px; }
  th, td { padding: 1px 3px; }
  .flag { padding: 1px 4px; }
  code, figcaption { font-size: 6px; line-height: 1.2; }
  .pictures { grid-template-columns: repeat(4, 1fr); gap: 4px; }
  img { max-height: 32mm; }
  h2, h3, thead { break-after: avoid; }
  tr { break-inside: avoid; }
  section { break-before: auto; }
  a { color: inherit; }
}
`
