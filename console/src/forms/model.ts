/**
 * What a form knows, outside React: a key typed changes one text here and draws nothing but the field that it is about
 * (DESIGN §2: controlled forms cost 56 ms a key). The inputs of the page hold their own text; the model is told of every change.
 */
import type { Issue } from '@parking/contract/core/rules.ts'
import type * as z from 'zod/mini'
import { bodyOf, check, topOf, type Raws, type Values } from './check.ts'
import { draftOf, keepDraft, readBegan, readDraft } from './draft.ts'
import { kindsOf, type Kind } from './kinds.ts'
import { merged, threeWay, type Choices, type Difference } from './three-way.ts'
import { rawOf, type Raw } from './values.ts'

export type FormModel = ReturnType<typeof createFormModel>

/**
 * The model of one form. `draft` names where unsaved texts are kept, if they are. `hold`: what others save while something is typed here is not
 * mixed in, but held against it (`theirs`) until somebody has looked (forms/three-way.ts). `rules` says what must hold between fields that are good by
 * themselves.
 */
export function createFormModel(
  schema: z.ZodMiniObject,
  first: Values,
  draft: string | undefined,
  { hold = false, rules = () => [] }: { hold?: boolean; rules?: (body: Values) => readonly Issue[] } = {},
) {
  const kinds = kindsOf(schema)
  const texts = draft === undefined ? {} : readDraft(draft, kinds)
  const began =
    hold && draft !== undefined && Object.keys(texts).length > 0 ? (readBegan(draft) ?? first) : first
  let values = began
  let base = rawsOf(kinds, values)
  let raws: Raws = { ...base, ...texts }
  let restored = changedNames(base, raws).length > 0
  /** What the device says since somebody else saved, while something is typed here. */
  let theirs = restored && differ(kinds, began, first) ? first : undefined
  /** The next thing the device says is what was saved from here. */
  let saved_here = false
  let issues: ReadonlyMap<string, Issue> = new Map()
  /** Fields that read something else on the device now than when the typing began: name to the text there. */
  let moved: ReadonlyMap<string, Raw> = new Map()
  const listeners = new Set<() => void>()

  const tell = () => listeners.forEach((listener) => listener())
  const keep = () => {
    if (draft === undefined) return
    const typed = Object.entries(raws).filter(([name, raw]) => kinds[name]?.kind === 'secret' && raw !== '')
    keepDraft(draft, draftOf(kinds, base, raws), Object.fromEntries(typed), hold ? values : undefined)
  }
  const body = () => bodyOf(kinds, values, base, raws)
  const complaints = (): readonly Issue[] => {
    const found = check(schema, kinds, body())
    return found.length > 0 ? found : rules(body())
  }
  const complaint = (name: string) => complaints().find((issue) => topOf(issue.field) === name)

  /** From here on the form is held against `latest`, and holds `texts`. */
  function beginFrom(latest: Values, texts: (now: Raws) => Raws) {
    values = latest
    theirs = undefined
    moved = new Map()
    base = rawsOf(kinds, latest)
    raws = texts(base)
    keep()
    tell()
  }

  function setIssue(name: string, issue: Issue | undefined) {
    if (
      issues.get(name) === issue ||
      (issue && issues.get(name)?.issue === issue.issue && issues.get(name)?.limit === issue.limit)
    )
      return
    const next = new Map(issues)
    if (issue) next.set(name, issue)
    else next.delete(name)
    issues = next
  }

  return {
    kinds,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    kindOf(name: string): Kind {
      const kind = kinds[name]
      if (!kind) throw new Error(`The schema of this form has no field "${name}"`)
      return kind
    },
    raw: (name: string): Raw => raws[name] ?? '',
    /** The text that the field was begun with. */
    rawBegan: (name: string): Raw => base[name] ?? '',
    /** What the form was begun from. */
    began: (): Values => values,
    theirs: (): Values | undefined => theirs,
    /** The fields that differ between what was begun with, theirs and mine. */
    differences: (): readonly Difference[] =>
      theirs ? threeWay(kinds, base, rawsOf(kinds, theirs), raws) : [],
    issue: (name: string): Issue | undefined => issues.get(name),
    /** True where the device holds a secret that it does not show: `<name>_set` of DESIGN §4. */
    isSet: (name: string): boolean => values[`${name}_set`] === true,
    moved: (name: string): Raw | undefined => moved.get(name),
    dirty: (): boolean => changedNames(base, raws).length > 0,
    restored: (): boolean => restored,
    changed: (): string[] => changedNames(base, raws),
    body,

    /** Somebody typed. A complaint that stands is looked at again at once; a new one waits for the field to be left. */
    type(name: string, raw: Raw) {
      raws = { ...raws, [name]: raw }
      if (issues.has(name)) setIssue(name, complaint(name))
      keep()
      tell()
    },
    /** The field was left: what was typed into it is checked. */
    leave(name: string) {
      if (raws[name] === base[name] && !issues.has(name)) return
      setIssue(name, complaint(name))
      tell()
    },
    /** Everything is checked; the names of the fields that are wrong, in order. */
    checkAll(): string[] {
      const found = complaints()
      issues = new Map(found.map((issue) => [topOf(issue.field), issue]))
      tell()
      return [...issues.keys()]
    },
    /** What the device said of the fields (codes 1000 and 5000); the names that are fields of this form. */
    complain(found: readonly Issue[]): string[] {
      const next = new Map(issues)
      for (const issue of found) if (topOf(issue.field) in kinds) next.set(topOf(issue.field), issue)
      issues = next
      tell()
      return found.map((issue) => topOf(issue.field)).filter((name) => name in kinds)
    },
    /** The device says something new. What was not touched follows it; what was typed stays, and its field says what is there now. */
    read(latest: Values) {
      if (hold && !saved_here && changedNames(base, raws).length > 0) {
        theirs = differ(kinds, values, latest) ? latest : undefined
        return tell()
      }
      saved_here = false
      const latestRaws = rawsOf(kinds, latest)
      const next = { ...raws }
      const elsewhere = new Map<string, Raw>()
      for (const name of Object.keys(kinds)) {
        const now = latestRaws[name] ?? ''
        if (raws[name] === base[name]) next[name] = now
        else if (
          now !== raws[name] &&
          (now !== base[name] || moved.has(name)) &&
          kinds[name]?.kind !== 'secret'
        )
          elsewhere.set(name, now)
      }
      beginFrom(latest, () => next)
      moved = elsewhere
      tell()
    },
    /** `sent` has been saved. What was typed since then stays unsaved. */
    saved(sent: Readonly<Record<string, unknown>>, as: Raws) {
      const typed = raws
      const now_there = Object.fromEntries(
        Object.entries(kinds).map(([name, { kind }]) => [name, kind === 'secret' ? '' : sent[name]]),
      )
      saved_here = hold && theirs === undefined
      issues = new Map()
      restored = false
      // Where the device has said already what is there now, that is what was saved from here.
      beginFrom(theirs ?? { ...values, ...now_there }, (now) =>
        Object.fromEntries(
          Object.entries(now).map(([name, raw]) => [
            name,
            typed[name] === as[name] ? raw : (typed[name] ?? ''),
          ]),
        ),
      )
    },
    /** Theirs is what the form stands on now; `choices` says whose value holds where both changed one. */
    settle(choices: Choices) {
      if (!theirs) return
      const there = rawsOf(kinds, theirs)
      const next = merged(threeWay(kinds, base, there, raws), there, choices)
      issues = new Map()
      beginFrom(theirs, () => next)
    },
    /** Back to what was read, the newest of it. */
    undo() {
      issues = new Map()
      restored = false
      beginFrom(theirs ?? values, (now) => now)
    },
    snapshot: (): Raws => raws,
  }
}

const rawsOf = (kinds: Record<string, Kind>, values: Values): Raws =>
  Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, rawOf(kind, values[name])]))

const changedNames = (base: Raws, raws: Raws): string[] =>
  Object.keys(raws).filter((name) => raws[name] !== base[name])

/** Whether two answers are not the same state: by the revision where both carry one, else by the fields. */
const differ = (kinds: Record<string, Kind>, a: Values, b: Values): boolean =>
  (a['revision'] !== undefined && b['revision'] !== undefined && a['revision'] !== b['revision']) ||
  changedNames(rawsOf(kinds, a), rawsOf(kinds, b)).length > 0
