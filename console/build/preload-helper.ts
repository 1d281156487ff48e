/** Puts src/lib/preload-part.ts in place of the bundler's helper for parts that are imported when needed. */
import { join } from 'node:path'
import type { Plugin } from 'vite'

const helper = '\0vite/preload-helper.js'

export const preloadHelper = (): Plugin => ({
  name: 'parking-preload-helper',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (id !== helper) return
    const ours = JSON.stringify(join(import.meta.dirname, '../src/lib/preload-part.ts'))
    return `export { preloadPart as __vitePreload } from ${ours}`
  },
})
