/** Building blocks of a page without scripts. They escape every text. */

export const safe = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Labels and values; rows without a value are left out. */
export const facts = (rows: readonly (readonly [string, string])[]): string =>
  `<dl>${rows
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `<dt>${safe(label)}</dt><dd>${safe(value)}</dd>`)
    .join('\n')}</dl>`

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead><tr>${head.map((label) => `<th>${safe(label)}</th>`).join('')}</tr></thead>\n<tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${safe(cell)}</td>`).join('')}</tr>`)
    .join('\n')}</tbody></table>`
