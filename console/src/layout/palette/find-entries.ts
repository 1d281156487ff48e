/** Finds palette entries: a pure function that returns the entries matching a query, best first. */
/** In the order in which the list shows them. */
export const entry_groups = [
  'recent',
  'plates',
  'lots',
  'cameras',
  'alarms',
  'pages',
  'settings',
  'actions',
] as const
export type EntryGroup = (typeof entry_groups)[number]
export type Entry = { id: string; group: EntryGroup; label: string; keywords: string }

/**
 * Every word of the query must match. Ranking: start of the label, within the label, start of a keyword,
 * within a keyword.
 */
export function findEntries<E extends Entry>(entries: readonly E[], query: string): E[] {
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...entries]
  return entries
    .map((entry, order) => ({ entry, order, score: Math.min(...words.map((word) => scoreOf(entry, word))) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .map(({ entry }) => entry)
}

function scoreOf(entry: Entry, word: string): number {
  const label = entry.label.toLowerCase()
  if (label.startsWith(word)) return 4
  if (label.includes(word)) return 3
  const keywords = entry.keywords.toLowerCase().split(' ')
  if (keywords.some((keyword) => keyword.startsWith(word))) return 2
  return keywords.some((keyword) => word.length > 1 && keyword.includes(word)) ? 1 : 0
}
