/**
 * What a change can break, for `npm test -- --changed`: unit tests by their imports, browser tests by the
 * imports of their page and by the areas of the contract whose calls it makes.
 */
import { execFileSync } from 'node:child_process'
import { posix } from 'node:path'
import { root } from '../root.mjs'
import { importsOf, isSource, projectFiles, textOf } from '../sources.ts'

/** The files of the tests that run, and why. */
export type Choice = { tests: 'all' | string[]; why: string }

type Needs = Map<string, ReadonlySet<string>>

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })

/** Uncommitted and new files, and those that this branch has changed since it left `ref`. */
export function changedFiles(ref = 'HEAD'): string[] {
  const base = git('merge-base', ref, 'HEAD').trim()
  const changed = git('diff', '--name-only', '--diff-filter=d', '-z', base)
  const added = git('ls-files', '--others', '--exclude-standard', '-z')
  return [...new Set(`${changed}${added}`.split('\0'))].filter(Boolean).sort()
}

/** The project file that an import means; undefined for a package. */
function targetOf(from: string, written: string): string | undefined {
  const workspace = posix.dirname(from).split('/')[0]!
  if (written.startsWith('.')) return posix.join(posix.dirname(from), written).replace(/\?.*$/, '')
  if (/^#(src|test)\//.test(written)) return written.replace('#', `${workspace}/`)
  if (written.startsWith('#')) return written.slice(1)
  if (written === '@parking/contract') return 'contract/src/index.ts'
  const [, other, path] = /^@parking\/(\w+)\/(.*)$/.exec(written) ?? []
  if (other === undefined || path === undefined) return undefined
  return path.startsWith('test/') ? `${other}/${path}` : `${other}/src/${path}`
}

/** Returns files with everything that they import; a test that starts a built program needs its sources. */
function closuresOf(modules: readonly string[]) {
  const programs = modules.filter((path) => /^(server|sim|analysis|contract)\/src\//.test(path))
  const edges = new Map(
    modules.map((from) => {
      const text = textOf(from)
      const own = importsOf(text).flatMap((written) => targetOf(from, written) ?? [])
      const starts_built = /\/test\//.test(from) && /\bdist\/[\w-]+\.js'/.test(text)
      return [from, starts_built ? [...own, ...programs] : own]
    }),
  )
  return (starts: readonly string[], follow = (_from: string, _to: string) => true) => {
    const seen = new Set<string>()
    const open = [...starts]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      for (const to of edges.get(next) ?? []) if (follow(next, to)) open.push(to)
    }
    return seen
  }
}

/** What each browser test needs: its own imports, those of its page, and the areas of the calls they make. */
function browserNeeds(modules: readonly string[], closure: ReturnType<typeof closuresOf>): Needs {
  const area_of = new Map(
    modules.flatMap((path) => {
      const area = /^contract\/src\/([^/]+)\//.exec(path)?.[1] ?? ''
      return area === ''
        ? []
        : [...textOf(path).matchAll(/\bpath: '([^']+)'/g)].map(([, call]) => [call, area])
    }),
  )
  const of_area = (area: string) => {
    const own = modules.filter((path) => new RegExp(`^(contract|server)/src/${area}/`).test(path))
    return closure(own, (_, to) => to !== 'contract/src/index.ts')
  }
  const pages = modules.filter((path) => /^console\/src\/pages\/.*\/page\.tsx$/.test(path))
  const shell = ['console/src/app/main.tsx', 'console/src/login/main.tsx']
  const inBrowser = (from: string, to: string) =>
    !/^(contract|server)\//.test(to) && !(pages.includes(to) && /routes\.tsx?$/.test(from))

  return new Map(
    modules
      .filter((path) => /^e2e\/.*\.spec\.ts$/.test(path))
      .map((spec) => {
        const name = spec.slice('e2e/'.length, -'.spec.ts'.length)
        const own = pages.filter((page) => {
          const route = page.slice('console/src/pages/'.length, -'/page.tsx'.length)
          return name === route || name.startsWith(`${route}/`) || name.startsWith(`${route}-`)
        })
        const starts = own.length > 0 ? own : name === 'addresses' ? [...shell, ...pages] : shell
        const needs = closure([spec, ...starts], inBrowser)
        const calls = [...needs]
          .filter((path) => modules.includes(path))
          .flatMap((path) => [...textOf(path).matchAll(/'(\/(?:api|vue-element-admin)\/[\w/-]+)'/g)])
        const areas = new Set(calls.flatMap(([, call]) => area_of.get(call) ?? []))
        return [spec, new Set([...needs, ...[...areas].flatMap((area) => [...of_area(area)])])]
      }),
  )
}

const names = (list: readonly string[]) => list.slice(0, 3).join(', ') + (list.length > 3 ? ', …' : '')
/** Texts are read by the rules alone, which always run. */
const isText = (path: string) => /\.md$|^docs\/|^rules\//.test(path)
const isProduct = (path: string) => /^(console|contract|server|sim|analysis)\/src\//.test(path)

/** Chooses the tests that these changed files can break. */
export function choose(changed: readonly string[]): { units: Choice; browser: Choice } {
  const modules = projectFiles().filter(isSource)
  const closure = closuresOf(modules)
  const unit_tests = modules.filter((path) => /\.test\.tsx?$/.test(path) && !isText(path))
  const units: Needs = new Map(unit_tests.map((path) => [path, closure([path])]))
  const browser = browserNeeds(modules, closure)
  const sources = changed.filter((path) => !isText(path))
  const needed = (needs: Needs, path: string) => [...needs.values()].some((one) => one.has(path))
  const unknown = sources.filter((path) => !needed(units, path) && !needed(browser, path))

  const pick = (needs: Needs, beyond: readonly string[]): Choice => {
    if (beyond.length > 0) return { tests: 'all', why: `everything may depend on ${names(beyond)}` }
    const tests = [...needs.keys()].filter((test) => sources.some((path) => needs.get(test)?.has(path)))
    return { tests, why: `${changed.length} changed: ${names(changed)}` }
  }
  const all_units = pick(units, unknown)
  return {
    units: all_units.tests === 'all' ? all_units : { ...all_units, tests: ['rules', ...all_units.tests] },
    // Workers, adapters and what serves the calls belong to no area.
    browser: pick(
      browser,
      sources.filter((path) => !needed(browser, path) && (isProduct(path) || unknown.includes(path))),
    ),
  }
}
