/** Writes the pages that benchmarks and proofs print. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, type FormatConfig } from 'oxfmt'
import { root } from '../root.mjs'

/**
 * Writes the Markdown `text` to `path` (from the root of the repository), formatted as `npm run format`
 * would. Throws if it cannot be formatted.
 */
export async function writePage(path: string, text: string): Promise<void> {
  const { printWidth, proseWrap } = JSON.parse(
    readFileSync(join(root, '.oxfmtrc.json'), 'utf8'),
  ) as FormatConfig
  const { code, errors } = await format(path, text, { printWidth, proseWrap })
  if (errors.length) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`)
  writeFileSync(join(root, path), code)
}
