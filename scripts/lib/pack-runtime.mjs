/**
 * Copies the files of ONNX Runtime that Node needs next to the built analysis program: 14 MB of the package's
 * 139, and none of its dependencies, which are for browsers.
 */
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

/** Each package's entry file and the files to copy, from its folder `dist`. */
export const parts = {
  'onnxruntime-web': {
    entry: 'ort.node.min.mjs',
    takes: /^(ort\.node\.min\.mjs|ort-wasm-simd-threaded\.(mjs|wasm))$/,
  },
  'onnxruntime-common': { entry: 'esm/index.js', takes: /^esm\/[a-z0-9-]+\.js$/ },
}

export async function packRuntime() {
  for (const [name, { entry, takes }] of Object.entries(parts)) {
    const [from, to] = [join(root, 'node_modules', name), join(root, 'analysis/dist/node_modules', name)]
    const { version, license, repository } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'))
    for (const file of await readdir(join(from, 'dist'), { recursive: true })) {
      if (!takes.test(file)) continue
      await mkdir(dirname(join(to, file)), { recursive: true })
      await copyFile(join(from, 'dist', file), join(to, file))
    }
    const described = { name, version, license, repository, type: 'module', exports: `./${entry}` }
    await writeFile(join(to, 'package.json'), JSON.stringify(described, null, 2))
  }
}
