/** `npm run docs`: writes the files that are generated from the contract. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documents } from './lib/docs/documents.ts'
import { root } from './lib/root.mjs'

for (const [path, text] of Object.entries(documents())) {
  writeFileSync(join(root, path), text)
  console.log(path)
}
