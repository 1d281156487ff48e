/** Building blocks of a page without scripts. They escape every text. */
import { escaped } from '../core/text/escape-html.ts'

/** Labels and values; rows without a value are left out. */
export const facts = (rows: readonly (readonly [string, string])[]): string =>
  `<dl>${rows
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `<dt>${escaped(label)}</dt><dd>${escaped(value)}</dd>`)
    .join('\n')}</dl>`

export const table = (head: readonly string[], rows: readonly (readonly string[])[], name = ''): string =>
  [
    `<table${name && ` class="${name}"`}><thead>`,
    `<tr>${head.map((label) => `<th>${escaped(label)}</th>`).join('')}</tr></thead>\n<tbody>`,
    rows.map((cells) => `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('\n'),
    '</tbody></table>',
  ].join('')
