/** Which parts may import which others, as in the table of docs/architecture.md. */
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf, isSource, projectFiles, textOf } from '../scripts/lib/sources.ts'

const modules = projectFiles().filter((path) => isSource(path) && !path.endsWith('.css'))

/** Resolves `#src/...` to a file of the importing workspace; `@parking/contract` stays an alias. */
function targetOf(from: string, written: string): string {
  if (written.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), written))
  return written.replace(/^#(?=src\/|test\/)/, `${from.split('/')[0]}/`)
}

/** Each import, with its target as a project path, an alias (`@parking/contract`) or a package name. */
const edges = modules.flatMap((from) =>
  importsOf(textOf(from)).map((written) => ({ from, written, to: targetOf(from, written) })),
)

/** Every import in files matching `from` whose target is not allowed, as a readable line. */
const offences = (from: RegExp, allowed: (to: string, by: string) => boolean) =>
  edges
    .filter((edge) => from.test(edge.from) && !allowed(edge.to, edge.from))
    .map((edge) => `${edge.from} imports ${edge.written}`)

const isOurs = (to: string) =>
  /^(contract|server|sim|analysis|console|e2e|bench|scripts|rules|verifier)\//.test(to) ||
  to.startsWith('@parking/')
const isContract = (to: string) => to === '@parking/contract' || to.startsWith('@parking/contract/')
const under = (to: string, folder: string) => to.startsWith(`${folder}/`)

describe('imports', () => {
  test('the contract imports only zod and itself', () => {
    expect(offences(/^contract\/src\//, (to) => under(to, 'contract/src') || to.startsWith('zod'))).toEqual(
      [],
    )
  })

  test('the server imports the contract, and nothing of the console or the street', () => {
    expect(
      offences(/^server\/src\//, (to) => !isOurs(to) || under(to, 'server/src') || isContract(to)),
    ).toEqual([])
  })

  test('the server loads only packages on demand, because Node keeps what import() has loaded', () => {
    const own_file = /(?<!typeof )\bimport\(\s*'([.#]|@parking)/
    expect(
      modules.filter((path) => /^(server|contract)\/src\//.test(path) && own_file.test(textOf(path))),
    ).toEqual([])
  })

  test('the console imports the contract, and nothing of Node', () => {
    expect(
      offences(
        /^console\/src\//,
        (to) => (!isOurs(to) || under(to, 'console/src') || isContract(to)) && !to.startsWith('node:'),
      ),
    ).toEqual([])
  })

  test('simulated peers implement the standards, so they import only themselves and the street', () => {
    expect(
      offences(
        /^sim\/src\/(peers|street)\//,
        (to) => !isOurs(to) || under(to, 'sim/src/peers') || under(to, 'sim/src/street'),
      ),
    ).toEqual([])
  })

  test('the conformance kits are written from the documents, so they import only peers and street', () => {
    const known = ['sim/src/kit', 'sim/src/peers', 'sim/src/street']
    for (const kit of ['analysis-check', 'platform-check', 'kit'])
      expect(
        offences(
          new RegExp(`^sim/src/${kit}/`),
          (to) => !isOurs(to) || [`sim/src/${kit}`, ...known].some((folder) => under(to, folder)),
        ),
      ).toEqual([])
  })

  test('the street reaches the server over sockets, never by import', () => {
    expect(offences(/^sim\/src\//, (to) => !under(to, 'server') && !under(to, 'console'))).toEqual([])
  })

  test('the analysis program imports only the contract and reaches device and street over sockets', () => {
    expect(
      offences(/^analysis\/src\//, (to) => !isOurs(to) || under(to, 'analysis/src') || isContract(to)),
    ).toEqual([])
  })

  test('the verifier shares no code with the signer: it imports only itself, and Node in two files', () => {
    const own = ['verifier/src', 'verifier/page']
    const node = /^verifier\/(src\/node|bin\/parking-verify)\.mjs$/
    expect(
      offences(
        /^verifier\/(bin|src|page)\//,
        (to, by) => own.some((folder) => under(to, folder)) || (to.startsWith('node:') && node.test(by)),
      ),
    ).toEqual([])
    const others = /^(contract|server|console|sim|analysis)\/src\//
    expect(offences(others, (to) => !under(to, 'verifier') && !to.startsWith('parking-verify'))).toEqual([])
  })

  test('only server/src/run.ts names an adapter', () => {
    expect(
      offences(/^server\/src\/(?!run\.ts|adapters\/)/, (to) => !under(to, 'server/src/adapters')),
    ).toEqual([])
  })

  test('no area of the server imports http/ or the composition root', () => {
    const outside = /^server\/src\/http\/|^server\/src\/[^/]+\.ts$/
    expect(offences(/^server\/src\/(?!http\/)[^/]+\//, (to) => !outside.test(to))).toEqual([])
  })

  test('a page never imports the folder of another page', () => {
    const pageOf = (path: string) => posix.dirname(path)
    const folders = modules.filter((path) => /^console\/src\/pages\/.*page\.tsx$/.test(path)).map(pageOf)
    const owner = (path: string) =>
      folders.filter((folder) => under(path, folder)).sort((a, b) => b.length - a.length)[0]
    expect(folders.length).toBeGreaterThan(0)
    expect(
      offences(/^console\/src\/pages\//, (to, by) => owner(to) === undefined || owner(to) === owner(by)),
    ).toEqual([])
  })

  test('ui imports nothing of ours but itself, small helpers and the constants of spec §9', () => {
    const known = (to: string) =>
      under(to, 'console/src/ui') || under(to, 'console/src/lib') || to === '@parking/contract/core/limits.ts'
    expect(offences(/^console\/src\/ui\//, (to) => !isOurs(to) || known(to))).toEqual([])
  })

  test('every import of a project file includes the extension, and the file exists', () => {
    const known = new Set(projectFiles())
    const missing = edges.filter(
      (edge) =>
        /^(\.|#src\/|#test\/)/.test(edge.written) &&
        !known.has(edge.to.replace(/\?.*$/, '')) &&
        !edge.to.includes('/dist/'),
    )
    expect(missing.map((edge) => `${edge.from} imports ${edge.written}`)).toEqual([])
  })

  test('the contract is the only barrel', () => {
    expect(modules.filter((path) => /\/index\.tsx?$/.test(path) && path !== 'contract/src/index.ts')).toEqual(
      [],
    )
  })
})
