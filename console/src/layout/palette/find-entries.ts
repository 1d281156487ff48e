/** Finds palette entries: pure functions that return the entries matching a query, best first. */
import { initialsOf } from './initials.ts'
import { synonyms } from './synonyms.ts'

/** In the order in which the list shows them. `best`: the first of all groups. */
export const entry_groups = [
  'recent',
  'plates',
  'lots',
  'cameras',
  'best',
  'alarms',
  'pages',
  'settings',
  'actions',
  'manual',
] as const
export type EntryGroup = (typeof entry_groups)[number]
export type Entry = {
  id: string
  group: EntryGroup
  label: string
  /** English and pinyin, separated by spaces. */
  keywords: string
  /** The label in the other script. */
  other?: string
  /** Sentences about it, in both scripts. */
  help?: string
  /** It names a thing of another page. */
  minor?: boolean
}

/** How many entries the group `best` has. */
export const best_rows = 3

/** The entries in which every word of the query is found, best first; all of them without a query. */
export function findEntries<E extends Entry>(entries: readonly E[], query: string): E[] {
  const whole = query.trim().toLowerCase()
  if (whole === '') return [...entries]
  const wanted = whole.split(/\s+/).map((word) => ({ word, like: synonyms(word) }))
  const found: { entry: E; order: number; score: number }[] = []
  for (const [order, entry] of entries.entries()) {
    let score = Infinity
    for (const one of wanted) score = Math.min(score, scoreOf(entry, one))
    // A label may contain a space.
    if (wanted.length > 1) score = Math.max(score, scoreOf(entry, { word: whole, like: [] }))
    if (score > 0) found.push({ entry, order, score })
  }
  found.sort((a, b) => b.score - a.score || a.order - b.order)
  // The page that is called so comes before labels of other pages that are the very word, unless they are
  // three: each of those pages is among the best.
  const page = found.findIndex(({ entry, score }) => entry.group === 'pages' && score >= page_score)
  if (page > 0 && page < best_rows) found.unshift(...found.splice(page, 1))
  return found.map(({ entry }) => entry)
}
/** Of a page whose title starts with the query. */
const page_score = 12.5

/** A page's title counts more than a label, a synonym less than the word, a chapter less than its page. */
function scoreOf(entry: Entry, { word, like }: { word: string; like: readonly string[] }): number {
  let best = wordScore(entry, word)
  for (const one of like) best = Math.max(best, wordScore(entry, one) - 1)
  if (best <= 0) return 0
  if (entry.minor) return best / 3
  return best + (entry.group === 'pages' && best >= 6 ? 5.5 : entry.group === 'manual' ? -0.5 : 0)
}

type Prepared = { labels: string[]; keys: string[]; help: string; initials?: string[] }
const prepared = new WeakMap<Entry, Prepared>()

/** In lower case, once for each entry: a search compares thousands at every key. */
function prepare(entry: Entry): Prepared {
  const known = prepared.get(entry)
  if (known) return known
  const { label, other = '', keywords, help = '' } = entry
  const made: Prepared = {
    labels: [label.toLowerCase(), other.toLowerCase()],
    keys: keywords === '' ? [] : keywords.toLowerCase().split(' '),
    help: help.toLowerCase(),
  }
  prepared.set(entry, made)
  return made
}

const latin = /^[a-z]+$/

/**
 * The whole label, its start, within it, the start of a keyword or of the pinyin initials, within these, in a
 * sentence about it.
 */
function wordScore(entry: Entry, word: string): number {
  const made = prepare(entry)
  const { labels, keys, help } = made
  let best = 0
  for (const label of labels) {
    const at = label.indexOf(word)
    if (at >= 0) best = Math.max(best, at > 0 ? 6 : label.length > word.length ? 7 : 14)
  }
  if (best > 0) return best
  if (!latin.test(word)) return word.length > 1 && help.includes(word) ? 2 : 0
  const short = word.length < 2 ? [] : (made.initials ??= labels.map(initialsOf))
  if (short.includes(word) || keys.includes(word)) return 5
  if (short.some((one) => one.startsWith(word)) || keys.some((one) => one.startsWith(word))) return 4
  return word.length > 1 && [...keys, ...short].some((one) => one.includes(word)) ? 3 : 0
}
