/** Counts the tests as they are written; a table or a loop runs one of them many times. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

const folders = ['contract', 'server', 'sim', 'analysis', 'console', 'verifier', 'deploy', 'rules', 'e2e']
/** What may stand between `test` and its title: `test.each(rows)('title', ...)`. */
const modifiers = new Set(['each', 'for', 'skipIf', 'runIf', 'fails'])

/**
 * Whether a callee is `test`, with or without modifiers.
 * @param {import('oxc-parser').Expression} callee
 * @returns {boolean}
 */
function isTest(callee) {
  if (callee.type === 'Identifier') return callee.name === 'test' || callee.name === 'it'
  if (callee.type === 'CallExpression') return isTest(/** @type {any} */ (callee.callee))
  return (
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    modifiers.has(callee.property.name) &&
    isTest(callee.object)
  )
}

/** The number of calls of `test` with a function in the files of the tests. */
export async function writtenStatements() {
  // Loaded late, because the packages may have been installed by this process.
  const { parseSync, Visitor } = await import('oxc-parser')
  let written = 0
  const visitor = new Visitor({
    CallExpression({ callee, arguments: given }) {
      const is_function = /Function/.test(given.at(-1)?.type ?? '')
      if (is_function && given.length > 1 && isTest(callee)) written += 1
    },
  })
  for (const folder of folders)
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
      if (/^(?!.*node_modules).*\.(test|spec)\.tsx?$/.test(file))
        visitor.visit(parseSync(file, readFileSync(join(root, folder, file), 'utf8')).program)
  return written
}
