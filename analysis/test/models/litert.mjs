/**
 * Runs a TensorFlow Lite model in Google's LiteRT, the reference for the converter: `node litert.mjs MODEL
 * INPUTS ANSWERS SHAPE`, raw float32 files. A separate process, because LiteRT needs the globals of a worker.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

const [model = '', inputs = '', answers = '', shape = ''] = process.argv.slice(2)
const require = createRequire(import.meta.url)
const folder = join(dirname(require.resolve('@litertjs/core')), '..', 'wasm')
Object.assign(globalThis, {
  self: globalThis,
  require,
  __dirname: folder,
  importScripts: (/** @type {string} */ file) => {
    // A worker script inside an ES module package: it can be loaded as a CommonJS file.
    const script = join(dirname(answers), `${basename(file)}.cjs`)
    const code = readFileSync(join(folder, basename(file)), 'utf8')
    writeFileSync(script, `__dirname = ${JSON.stringify(folder)}\n${code}\nmodule.exports = ModuleFactory`)
    Object.assign(globalThis, { ModuleFactory: require(script) })
  },
})
const { loadLiteRt, loadAndCompile, Tensor } = await import('@litertjs/core')
await loadLiteRt(`${folder}/`)
const compiled = await loadAndCompile(new Uint8Array(readFileSync(model)), { accelerator: 'wasm' })
const dims = shape.split(',').map(Number)
const size = dims.reduce((all, one) => all * one, 1)
const bytes = readFileSync(inputs)
const all = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
const names = compiled.getOutputDetails().map(({ name }) => name)
/** @type {Buffer[]} */
const written = []
for (let at = 0; at < all.length; at += size) {
  const out = await compiled.run([new Tensor(all.slice(at, at + size), dims)])
  // Sorted by name, so that the reader knows which output is which.
  for (const name of names.toSorted()) {
    const data = await out[names.indexOf(name)]?.data()
    if (data) written.push(Buffer.from(data.buffer, data.byteOffset, data.byteLength))
  }
}
writeFileSync(answers, Buffer.concat(written))
console.log(JSON.stringify(names.toSorted()))
process.exit(0)
