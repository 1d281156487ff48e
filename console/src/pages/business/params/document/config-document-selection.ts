/** Which parts of a file are chosen: all that differ, but for what is better meant than overlooked. */
import type { DocumentSection } from '@parking/contract/config-document/config-document-rules.ts'
import type { Previewed } from './config-document-change.tsx'

export type Chosen = readonly DocumentSection[]

/** The name of another device must not come to stand twice on the platform, and nobody shuts himself out by a habit. */
export function chosenAtFirst({ sections, warnings }: Previewed): Chosen {
  const left = new Set(
    warnings.flatMap(({ warning, section }) =>
      (warning === 'other_device' || warning === 'shut_out') && section !== null ? [section] : [],
    ),
  )
  return sections
    .filter(({ section, importable, total }) => importable && total > 0 && !left.has(section))
    .map(({ section }) => section)
}

/** A part comes with those that it needs, and goes with those that need it. */
export function toggled(
  chosen: Chosen,
  section: DocumentSection,
  on: boolean,
  { sections }: Previewed,
): Chosen {
  const needs = (one: DocumentSection) => sections.find((row) => row.section === one)?.needs ?? []
  const next = on
    ? [...chosen, section, ...needs(section)]
    : chosen.filter((one) => one !== section && !needs(one).includes(section))
  return [...new Set(next)]
}
