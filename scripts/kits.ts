/**
 * `npm run kits [-- FOLDER]`: builds both conformance kits as one file each, which runs without the checkout.
 */
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bundleKit, kits } from './lib/kits/bundle-kit.ts'
import { drawViews } from './lib/kits/draw-views.ts'
import { root } from './lib/root.mjs'

const into = resolve(process.argv[2] ?? join(root, 'dist/kits'))
const views = await drawViews()
for (const kit of kits) {
  const file = await bundleKit(kit, into, views)
  console.log(`${file}  ${(statSync(file).size / 1024).toFixed(0)} KiB`)
}
