#!/usr/bin/env node
/** `parking-verify FILE`: verifies a dossier without the device and prints everything that is wrong. */
import { parseArgs } from 'node:util'
import { fileSource, node_platform } from '../src/node.mjs'
import { fingerprintIn, outsideOf } from '../src/outside.mjs'
import { textReport } from '../src/text-report.mjs'
import { verifyDossier } from '../src/verify.mjs'
import { filled, languageFor, words } from '../src/wording.mjs'

const environment = process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG'] || 'en'
let language = languageFor(environment)

/** A command that cannot be carried out. */
class Usage extends Error {}

/**
 * @template T
 * @param {string} path
 * @param {(source: import('../src/types.mjs').Source) => Promise<T>} work
 */
async function withFile(path, work) {
  const file = await fileSource(path).catch(() => undefined)
  if (!file) throw new Usage(filled(words[language].cli.no_file, { name: path }))
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string', multiple: true, default: [] },
      head: { type: 'string', multiple: true, default: [] },
      lang: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.lang !== undefined) language = languageFor(values.lang)
  const { cli } = words[language]
  if (values.help) return void console.log(cli.usage)
  const [path] = positionals
  if (path === undefined || positionals.length > 1) throw new Usage(cli.usage)
  const keys = values.key.map((typed) => {
    const key = fingerprintIn(typed)
    if (key === undefined) throw new Usage(filled(cli.bad_key, { name: typed }))
    return key
  })
  /** @type {Required<import('../src/verify.mjs').Known>} */
  const known = { keys, heads: [], history: [], vouches: [] }
  for (const name of values.head) {
    const { heads, history, vouches } = await withFile(name, (source) =>
      outsideOf(source, node_platform).catch(() => ({ heads: [], history: [], vouches: [] })),
    )
    if (heads.length + history.length === 0) throw new Usage(filled(cli.no_head, { name }))
    known.heads.push(...heads)
    known.history.push(...history)
    known.vouches.push(...vouches)
  }
  const verdict = await withFile(path, (source) => verifyDossier(source, node_platform, known))
  console.log(values.json ? JSON.stringify(verdict, undefined, 2) : textReport(verdict, language).trimEnd())
  process.exitCode = verdict.verdict === 'refused' ? 2 : /^(wrong|doubtful)$/.test(verdict.verdict) ? 1 : 0
}

main().catch((error) => {
  const wrong_option =
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  console.error(wrong_option ? `${error.message}\n${words[language].cli.usage}` : error.message)
  process.exitCode = 2
})
