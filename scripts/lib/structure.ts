/**
 * Finds import circles between the folders of a workspace, mutable state in modules, misplaced SQL and full
 * folders, for the rule tests and `npm run house`.
 */
import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import { importsOf, isSource, projectFiles, textOf } from './sources.ts'

const modulesOf = (folder: string): string[] =>
  projectFiles().filter((path) => path.startsWith(`${folder}/`) && isSource(path) && !path.endsWith('.css'))

/** The file that an import in `from` refers to, if it is in a `<workspace>/src`. */
function targetOf(from: string, written: string): string | undefined {
  if (written.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), written))
  if (written.startsWith('#src/')) return `${from.split('/')[0] ?? ''}/src/${written.slice('#src/'.length)}`
  return undefined
}

/**
 * Groups of folders that import each other in a circle, including type-only imports, each with the imports
 * that form it. A folder is the directory of a file; `src` is, for example, `server/src`.
 */
export function folderCircles(src: string): { folders: string[]; imports: string[] }[] {
  const edges = new Map<string, Map<string, string[]>>()
  for (const from of modulesOf(src))
    for (const written of importsOf(textOf(from))) {
      const to = targetOf(from, written)
      if (to === undefined || !to.startsWith(`${src}/`)) continue
      const [a, b] = [posix.dirname(from), posix.dirname(to)]
      if (a === b) continue
      const targets = edges.get(a) ?? new Map<string, string[]>()
      edges.set(a, targets)
      targets.set(b, [...(targets.get(b) ?? []), `${from} -> ${to}`])
    }
  const reach = (start: string): Set<string> => {
    const seen = new Set<string>()
    const open = [start]
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const to of edges.get(next)?.keys() ?? [])
        if (!seen.has(to)) {
          seen.add(to)
          open.push(to)
        }
    return seen
  }
  const reached = new Map([...edges.keys()].map((folder) => [folder, reach(folder)]))
  const placed = new Set<string>()
  return [...edges.keys()].flatMap((folder) => {
    if (placed.has(folder) || !reached.get(folder)?.has(folder)) return []
    const folders = [...edges.keys()].filter(
      (other) => reached.get(folder)?.has(other) && reached.get(other)?.has(folder),
    )
    for (const one of folders) placed.add(one)
    const imports = folders.flatMap((a) => folders.flatMap((b) => edges.get(a)?.get(b) ?? []))
    return [{ folders, imports }]
  })
}

/** What `new` may create at the top level of a module: values that never change. */
const immutable = /^new (RegExp|URL|Set|Map|Intl\.\w+)\b/
const mutating = '(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|count)'

/**
 * Mutable variables at the top level of modules: `let` and `var`, collections created empty, constants that
 * the module writes to, and class instances unless their type is read-only. Each as `file:line name`.
 */
export function mutableModuleState(src: string): string[] {
  return modulesOf(src).flatMap((path) => {
    const text = textOf(path)
    const { program } = parseSync(path, text)
    return program.body.flatMap((statement) => {
      const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
      if (declared?.type !== 'VariableDeclaration') return []
      return declared.declarations.flatMap((one) => {
        if (one.id.type !== 'Identifier') return []
        const { name } = one.id
        const written = new RegExp(
          `\\b${name}\\.${mutating}\\(|\\b${name}(?:\\.\\w+|\\[[^\\]]+\\])\\s*(?:[-+*/|&?]{0,2})=[^=>]`,
        )
        const made = one.init && text.slice(one.init.start, one.init.end)
        const empty =
          made !== null && made !== undefined && /^new (Weak)?(Map|Set)(<[\s\S]*?>)?\(\)$/.test(made)
        const type = text.slice(one.id.start, one.id.end)
        const instance = made?.startsWith('new ') && !immutable.test(made) && !/: Readonly/.test(type)
        const body = text.slice(0, one.start) + text.slice(one.end)
        if (declared.kind === 'const' && !empty && !instance && !written.test(body)) return []
        return [`${path}:${text.slice(0, one.start).split('\n').length} ${name}`]
      })
    })
  })
}

const isStore = (path: string) => path.endsWith('.store.ts') || path === 'server/src/core/db.ts'
const sql = new RegExp(
  '\\bdb\\s*\\.\\s*(all|get|run)\\b' +
    '|[`\'"(]\\s*(SELECT\\s|INSERT (OR \\w+ )?INTO\\s|UPDATE \\w+ SET\\s' +
    '|DELETE FROM\\s|PRAGMA\\s|ATTACH\\s|WITH RECURSIVE\\s)',
)

/** Lines of the server that hold SQL or call the database outside `*.store.ts`, as `file:line text`. */
export const sqlOutsideStores = (): string[] =>
  modulesOf('server/src')
    .filter((path) => !isStore(path))
    .flatMap((path) =>
      textOf(path)
        .split('\n')
        .flatMap((line, at) => (sql.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
    )

/** The number of files in each folder, the fullest first, without folders of data and generated files. */
export function filesPerFolder(): { folder: string; files: number }[] {
  const counts = new Map<string, number>()
  for (const path of projectFiles().filter(isSource)) {
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].map(([folder, files]) => ({ folder, files })).toSorted((a, b) => b.files - a.files)
}
