/**
 * The files that a module of the build needs at once: its own chunk and that chunk's imports, with their
 * styles.
 */
import type { Manifest } from 'vite'

export type Files = { scripts: string[]; styles: string[] }

/** Addresses without duplicates, dependencies first. Lazy imports are not among them. */
export function filesOf(manifest: Manifest, modules: readonly string[]): Files {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const seen = new Set<string>()
  const walk = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const below of chunk.imports ?? []) walk(below)
    for (const style of chunk.css ?? []) styles.add(`/${style}`)
    scripts.add(`/${chunk.file}`)
  }
  for (const key of modules) walk(key)
  return { scripts: [...scripts], styles: [...styles] }
}
