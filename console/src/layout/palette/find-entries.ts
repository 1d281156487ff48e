/** Finds palette entries: pure functions that return the entries matching a query, best first. */
import { initialsOf } from './initials.ts'
import { synonyms, synonymsByInitials, synonymsWithin } from './synonyms.ts'

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
  /** It names a tab. */
  tab?: boolean
}

/** How many entries the group `best` has. */
export const best_rows = 3

/** The entries in which every word of the query is found, best first; all of them without a query. */
export function findEntries<E extends Entry>(entries: readonly E[], query: string): E[] {
  const whole = query.trim().toLowerCase()
  if (whole === '') return [...entries]
  const wanted = whole.split(/\s+/).map(wantedOf)
  const found: { entry: E; order: number; score: number }[] = []
  for (const [order, entry] of entries.entries()) {
    let score = Infinity
    for (const one of wanted) score = Math.min(score, scoreOf(entry, one))
    // A label may contain a space.
    if (wanted.length > 1) score = Math.max(score, scoreOf(entry, wantedOf(whole)))
    if (score > 0) found.push({ entry, order, score })
  }
  if (found.length === 0) found.push(...partly(entries, whole))
  found.sort((a, b) => b.score - a.score || a.order - b.order)
  // The page that is called so comes before labels of other pages that are the very word, unless they are
  // three: each of those pages is among the best.
  const page = found.findIndex(({ entry, score }) => entry.group === 'pages' && score >= page_score)
  if (page > 0 && page < best_rows) found.unshift(...found.splice(page, 1))
  return found.map(({ entry }) => entry)
}
/** Of a page whose title starts with the query. */
const page_score = 12.5

type Wanted = {
  word: string
  /** Its synonyms. */
  like: readonly string[]
  /** Synonyms of words with these pinyin initials. */
  sounds: readonly string[]
}
const wantedOf = (word: string): Wanted => ({
  word,
  like: synonyms(word),
  sounds: latin.test(word) && word.length > 1 ? synonymsByInitials(word) : [],
})

/** How many entries a sentence finds at most. */
const partly_rows = 9

/**
 * For a sentence that no entry contains ("摄像头离线怎么办"): the entries that share words with it or with
 * what its words mean, the longest first.
 */
function partly<E extends Entry>(entries: readonly E[], whole: string) {
  const within = synonymsWithin(whole)
  const signs = [...whole]
  const pairs = signs.slice(1).map((sign, at) => `${signs[at]}${sign}`)
  const found: { entry: E; order: number; score: number }[] = []
  for (const [order, entry] of entries.entries()) {
    if (entry.minor) continue
    const { labels } = prepare(entry)
    const meant = within.filter(({ means }) => means.some((one) => labels.includes(one)))
    const shared = pairs.filter((pair) => han.test(pair) && labels.some((label) => label.includes(pair)))
    const shortest = Math.min(...labels.map(({ length }) => length || Infinity))
    const score =
      meant.reduce((sum, one) => sum + one.signs, 0) +
      // Half of the label, or more than one word of the sentence.
      (shared.length * 2 >= shortest - 1 || shared.length > 2 ? shared.length : 0) +
      (entry.group === 'pages' ? 0.5 : 0)
    if (score >= 1) found.push({ entry, order, score })
  }
  return found.sort((a, b) => b.score - a.score).slice(0, partly_rows)
}
const han = /^\p{Script=Han}{2}$/u

/** A page's title counts more than a label, a synonym less than the word, a chapter less than its page. */
function scoreOf(entry: Entry, { word, like, sounds }: Wanted): number {
  let best = wordScore(entry, word)
  for (const one of like) best = Math.max(best, wordScore(entry, one) - 1)
  // Less than the very initials of a label.
  for (const one of sounds) best = Math.max(best, Math.min(4.5, wordScore(entry, one) - 1))
  if (best <= 0) return 0
  if (entry.minor) return best / 3
  if (entry.group === 'manual') return best - 0.5
  if (best < 6) return best
  return best + (entry.group === 'pages' ? 5.5 : entry.group === 'actions' || entry.tab ? 2 : 0)
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
