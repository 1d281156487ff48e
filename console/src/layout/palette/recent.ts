/** The entries last opened from the palette. Only pages and actions: no plate is stored in the browser. */
import type { PaletteCommand } from './use-palette-commands.ts'

const key = 'palette-recent'
const kept = 4

function ids(): string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(read) ? read.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}

/** Newest first; entries that the user may no longer see are left out. */
export const recentOf = (commands: readonly PaletteCommand[]): PaletteCommand[] =>
  ids().flatMap((id) => {
    const command = commands.find((one) => one.id === id)
    return command ? [{ ...command, group: 'recent' as const }] : []
  })

export function remember(id: string): void {
  if (/^(plate|lot|camera|alarm|setting)-/.test(id)) return
  localStorage.setItem(key, JSON.stringify([id, ...ids().filter((one) => one !== id)].slice(0, kept)))
}
