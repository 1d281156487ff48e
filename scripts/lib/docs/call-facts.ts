/**
 * Generates contract/src/core/call-facts.ts: the facts about calls that a browser needs without loading the
 * schemas.
 */
import { calls, type Call } from '@parking/contract'

const width = 110

export function callFacts(): string {
  const all = Object.values(calls as Record<string, Call>)
  const pathsOf = (wanted: (call: Call) => boolean) => all.filter(wanted).map(({ path }) => path)
  return [
    '/** Generated from the contract by `npm run docs`; do not edit. Facts for browsers, without schemas. */',
    '',
    ...list(
      'slow_paths',
      'Calls that may take 30 s.',
      pathsOf(({ slow }) => slow === true),
    ),
    ...list(
      'silent_paths',
      'Calls whose failures show no toast.',
      pathsOf(({ silent }) => silent === true),
    ),
    ...list(
      'get_paths',
      'Calls that use GET.',
      pathsOf(({ method }) => method === 'GET'),
    ),
  ].join('\n')
}

/** A list of paths as source code, formatted as the repository's formatter would. */
export function list(name: string, comment: string, paths: readonly string[]): string[] {
  const head = `export const ${name}: readonly string[] = [`
  const items = paths.map((path) => `'${path}'`)
  const line = `${head}${items.join(', ')}]`
  return [
    `/** ${comment} */`,
    ...(line.length <= width ? [line] : [head, ...items.map((item) => `  ${item},`), ']']),
    '',
  ]
}
