/**
 * Bundles the programs for Node. The contract and zod (eighty small files) are bundled; other packages stay
 * external.
 */
import { join } from 'node:path'
import { root } from './root.mjs'

/** Each program (`dist/<name>.js`) and its entry file. */
const programs = {
  server: { main: 'main.ts', run: 'run.ts' },
  sim: { main: 'main.ts', analysis: 'analysis/main.ts', replay: 'analysis/replay-main.ts' },
  analysis: {
    main: 'main.ts',
    trial: 'user-model/trial-main.ts',
    'model-tool': 'user-model/model-tool.ts',
  },
}

/**
 * V8 keeps the source text of a program in memory: one byte per character if all are ASCII, otherwise two. An
 * escape has the same meaning in strings, regular expressions and names.
 */
const ascii = {
  name: 'ascii',
  // Not in renderChunk, because the code is printed again after it.
  generateBundle(/** @type {unknown} */ _options, /** @type {Record<string, { code?: string }>} */ files) {
    for (const file of Object.values(files))
      if (file.code !== undefined)
        file.code = file.code.replace(
          /[^\0-\x7f]/g,
          (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
  },
}

/** Rolldown's options for a part. @param {'server' | 'sim' | 'analysis'} part */
export function bundleOptions(part) {
  const folder = join(root, part)
  return {
    cwd: folder,
    input: Object.fromEntries(
      Object.entries(programs[part]).map(([name, file]) => [name, join(folder, 'src', file)]),
    ),
    platform: /** @type {const} */ ('node'),
    external: (/** @type {string} */ id) =>
      !/^zod(\/|$)/.test(id) &&
      /^[^./\0]/.test(id) &&
      !id.startsWith('@parking/') &&
      !id.startsWith('#src/') &&
      !id.startsWith(root),
    logLevel: /** @type {const} */ ('warn'),
    output: {
      dir: join(folder, 'dist'),
      format: /** @type {const} */ ('esm'),
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      sourcemap: true,
      comments: false,
    },
    plugins: [ascii],
  }
}
