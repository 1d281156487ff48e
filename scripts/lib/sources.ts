/** The project's own files, as git sees them, for the rule tests. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** Paths, relative to the project's root, of every file that git tracks or would track. */
export function projectFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
  return [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path))).sort()
}

/** The text of a project file. */
export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Whether a file is one of our modules or style sheets. */
export const isSource = (path: string): boolean => /\.(ts|tsx|mjs|css)$/.test(path)

/**
 * The import specifiers of a module as written: static, re-exported, dynamic and type-only. Comments are
 * skipped.
 */
export function importsOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const patterns = [
    /\bfrom\s*['"]([^'"\n]+)['"]/g,
    /^\s*import\s*['"]([^'"\n]+)['"]/gm,
    /\bimport\s*\(\s*['"]([^'"\n]+)['"]/g,
  ]
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ''))
}
