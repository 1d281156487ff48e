/** Writes a page of figures. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { root } from '#scripts/lib/root.mjs'

/** Writes `text` to `path` (from the root of the repository), formatted as `npm run check` wants it. */
export async function writePage(path: string, text: string): Promise<void> {
  const file = join(root, path)
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }))
}
