/** Which sections of a file are selected: by default all that differ, except the dangerous ones. */
import type { DocumentSection } from '@parking/contract/config-document/config-document-rules.ts'
import type { Previewed } from './config-document-change.tsx'

export type SelectedSections = readonly DocumentSection[]

/**
 * Not selected by default: the identity of another device, which must be unique on the platform, and changes
 * that lock users out.
 */
export function initialSelection({ sections, warnings }: Previewed): SelectedSections {
  const excluded = new Set(
    warnings.flatMap(({ warning, section }) =>
      (warning === 'other_device' || warning === 'shut_out') && section !== null ? [section] : [],
    ),
  )
  return sections
    .filter(({ section, importable, total }) => importable && total > 0 && !excluded.has(section))
    .map(({ section }) => section)
}

/** Selecting a section selects those it needs; clearing it clears those that need it. */
export function toggleSection(
  chosen: SelectedSections,
  section: DocumentSection,
  on: boolean,
  { sections }: Previewed,
): SelectedSections {
  const needs = (one: DocumentSection) => sections.find((row) => row.section === one)?.needs ?? []
  const next = on
    ? [...chosen, section, ...needs(section)]
    : chosen.filter((one) => one !== section && !needs(one).includes(section))
  return [...new Set(next)]
}
