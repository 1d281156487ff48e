/**
 * The state of a form, outside React: a key typed changes one text here and renders only its own
 * field. The inputs are uncontrolled and report every change. Long because its parts share one state.
 */
import type { Issue } from '@parking/contract/core/rules.ts'
import type * as z from 'zod/mini'
import { afterPaintOf } from '../lib/after-paint.ts'
import { bodyOf, check, topOf, type Raws, type Values } from './check.ts'
import { draftOf, storeDraft, readBegan, readDraft } from './draft.ts'
import { kindsOf, type Kind } from './kinds.ts'
import { merged, threeWay, type Choices, type Difference } from './three-way.ts'
import { rawOf, valueOf, type Raw } from './values.ts'

export type FormModel = ReturnType<typeof createFormModel>

/**
 * The model of one form. `draft` names where unsaved texts are stored, if they are. `hold`:
 * what others save during unsaved input is not merged but compared (`theirs`), until the
 * user has decided (forms/three-way.ts). `rules` checks fields against each other.
 */
export function createFormModel(
  schema: z.ZodMiniObject,
  first: Values,
  draft: string | undefined,
  {
    hold = false,
    rules = () => [],
    places = () => [],
  }: {
    hold?: boolean
    rules?: (body: Values) => readonly Issue[]
    /** Stored secrets that would leave the place they were stored for. */
    places?: (began: Values, body: Values) => readonly Issue[]
  } = {},
) {
  const kinds = kindsOf(schema)
  const texts = draft === undefined ? {} : readDraft(draft, kinds)
  const began =
    hold && draft !== undefined && Object.keys(texts).length > 0 ? (readBegan(draft) ?? first) : first
  let values = began
  let base = rawsOf(kinds, values)
  let raws: Raws = { ...base, ...texts }
  let restored = changedNames(base, raws).length > 0
  /** What the device reports after another user saved, while there is unsaved input here. */
  let theirs = restored && differ(kinds, began, first) ? first : undefined
  /** The next answer of the device is what this form saved. */
  let saved_here = false
  let issues: ReadonlyMap<string, Issue> = new Map()
  /** Fields whose value on the device changed since the typing began: name to the text there. */
  let remote_texts: ReadonlyMap<string, Raw> = new Map()
  const listeners = new Set<() => void>()

  const notify = () => listeners.forEach((listener) => listener())
  const updateDraft = () => {
    if (draft === undefined) return
    const typed = Object.entries(raws).filter(([name, raw]) => kinds[name]?.kind === 'secret' && raw !== '')
    storeDraft(draft, draftOf(kinds, base, raws), Object.fromEntries(typed), hold ? values : undefined)
  }
  const body = () => bodyOf(kinds, values, base, raws)
  const findIssues = (): readonly Issue[] => {
    const found = check(schema, kinds, body())
    return found.length > 0 ? found : [...rules(body()), ...places(values, body())]
  }
  const issueOf = (name: string) => findIssues().find((issue) => topOf(issue.field) === name)

  /** Bases the form on `latest`, with `texts` as its input. */
  function rebaseOn(latest: Values, texts: (now: Raws) => Raws) {
    values = latest
    theirs = undefined
    remote_texts = new Map()
    base = rawsOf(kinds, latest)
    raws = texts(base)
    updateDraft()
    notify()
  }

  /** The device holds what is typed here: a save whose answer was lost. */
  function takeAsSaved(latest: Values) {
    issues = new Map()
    restored = false
    rebaseOn(latest, (now) => now)
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

  /** A secret says that it has to be typed again as soon as the address differs, and no longer than that. */
  function notePlaces() {
    const found = places(values, body())
    for (const name of Object.keys(kinds)) {
      const issue = found.find(({ field }) => field === name)
      if (issue || issues.get(name)?.issue === 'secret_place') setIssue(name, issue)
    }
  }

  if (theirs && isThere(kinds, base, rawsOf(kinds, first), raws)) takeAsSaved(first)

  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    kinds,
    subscribe,
    /** For what need not be in the frame of the key: marks, counts, fields that depend on another. */
    subscribeAfterPaint: afterPaintOf(subscribe),
    kindOf(name: string): Kind {
      const kind = kinds[name]
      if (!kind) throw new Error(`The schema of this form has no field "${name}"`)
      return kind
    },
    raw: (name: string): Raw => raws[name] ?? '',
    /** The text that the field started from. */
    rawBegan: (name: string): Raw => base[name] ?? '',
    /** The values that the form started from. */
    began: (): Values => values,
    theirs: (): Values | undefined => theirs,
    /** The fields that differ between the start, theirs and mine. */
    differences: (): readonly Difference[] =>
      theirs ? threeWay(kinds, base, rawsOf(kinds, theirs), raws) : [],
    issue: (name: string): Issue | undefined => issues.get(name),
    /** True where the device holds a secret that it does not show (`<name>_set`). */
    isSet: (name: string): boolean => values[`${name}_set`] === true,
    remoteText: (name: string): Raw | undefined => remote_texts.get(name),
    dirty: (): boolean => changedNames(base, raws).length > 0,
    restored: (): boolean => restored,
    changed: (): string[] => changedNames(base, raws),
    body,

    /** The user typed. A shown error is checked again at once; a new one waits until the field is left. */
    type(name: string, raw: Raw) {
      raws = { ...raws, [name]: raw }
      if (issues.has(name)) setIssue(name, issueOf(name))
      notePlaces()
      updateDraft()
      notify()
    },
    /** The field was left: checks what was typed. */
    leave(name: string) {
      if (raws[name] === base[name] && !issues.has(name)) return
      setIssue(name, issueOf(name))
      notePlaces()
      notify()
    },
    /** Checks everything; returns the names of the invalid fields, in order. */
    checkAll(): string[] {
      const found = findIssues()
      issues = new Map(found.map((issue) => [topOf(issue.field), issue]))
      notify()
      return [...issues.keys()]
    },
    /**
     * The issues the device reported (codes 1000 and 5000); returns the names that are fields of this form.
     */
    complain(found: readonly Issue[]): string[] {
      const next = new Map(issues)
      for (const issue of found) if (topOf(issue.field) in kinds) next.set(topOf(issue.field), issue)
      issues = next
      notify()
      return found.map((issue) => topOf(issue.field)).filter((name) => name in kinds)
    },
    /**
     * A new answer of the device. Untouched fields follow it; typed ones stay and note the new value. True
     * where it holds everything that was typed.
     */
    read(latest: Values): boolean {
      const dirty = changedNames(base, raws).length > 0
      if (hold && !saved_here && dirty) {
        theirs = differ(kinds, values, latest) ? latest : undefined
        if (theirs && isThere(kinds, base, rawsOf(kinds, latest), raws)) {
          takeAsSaved(latest)
          return true
        }
        notify()
        return false
      }
      saved_here = false
      const latestRaws = rawsOf(kinds, latest)
      const next = { ...raws }
      const changed = new Map<string, Raw>()
      for (const name of Object.keys(kinds)) {
        const now = latestRaws[name] ?? ''
        if (raws[name] === base[name]) next[name] = now
        else if (
          now !== raws[name] &&
          (now !== base[name] || remote_texts.has(name)) &&
          kinds[name]?.kind !== 'secret'
        )
          changed.set(name, now)
      }
      rebaseOn(latest, () => next)
      remote_texts = changed
      notify()
      return dirty && changedNames(base, raws).length === 0
    },
    /** `sent` was saved. What was typed since then stays unsaved. */
    saved(sent: Readonly<Record<string, unknown>>, as: Raws) {
      const typed = raws
      const now_there = Object.fromEntries(
        Object.entries(kinds).map(([name, { kind }]) => [name, kind === 'secret' ? '' : sent[name]]),
      )
      const reported = Object.entries(kinds).every(([name, kind]) =>
        kind.kind === 'secret' ? as[name] === '' : base[name] === rawOf(kind, sent[name]),
      )
      saved_here = hold && theirs === undefined && !reported
      issues = new Map()
      restored = false
      // Where the device has already reported the new value, that is what this form saved.
      rebaseOn(theirs ?? { ...values, ...now_there }, (now) =>
        Object.fromEntries(
          Object.entries(now).map(([name, raw]) => [
            name,
            typed[name] === as[name] ? raw : (typed[name] ?? ''),
          ]),
        ),
      )
    },
    /** Bases the form on theirs; `choices` decides the fields that both changed. */
    settle(choices: Choices) {
      if (!theirs) return
      const there = rawsOf(kinds, theirs)
      const next = merged(threeWay(kinds, base, there, raws), there, choices)
      issues = new Map()
      rebaseOn(theirs, () => next)
    },
    /** Resets to the latest values read. */
    undo() {
      issues = new Map()
      restored = false
      rebaseOn(theirs ?? values, (now) => now)
    },
    snapshot: (): Raws => raws,
  }
}

const rawsOf = (kinds: Record<string, Kind>, values: Values): Raws =>
  Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, rawOf(kind, values[name])]))

const changedNames = (base: Raws, raws: Raws): string[] =>
  Object.keys(raws).filter((name) => raws[name] !== base[name])

/** Whether nothing of mine is missing on the device. A typed secret may be: it is not shown. */
const isThere = (kinds: Record<string, Kind>, base: Raws, there: Raws, mine: Raws): boolean => {
  // As the device would show it: 0.50 is 0.5.
  const shown = Object.entries(kinds).map(([name, kind]) => [
    name,
    kind.kind === 'secret' ? mine[name] : rawOf(kind, valueOf(kind, mine[name] ?? '')),
  ])
  return threeWay(kinds, base, there, Object.fromEntries(shown) as Raws).every(({ who }) => who === 'theirs')
}

/** Whether two answers differ: by the revision where both carry one, else by the fields. */
const differ = (kinds: Record<string, Kind>, a: Values, b: Values): boolean =>
  (a['revision'] !== undefined && b['revision'] !== undefined && a['revision'] !== b['revision']) ||
  changedNames(rawsOf(kinds, a), rawsOf(kinds, b)).length > 0
