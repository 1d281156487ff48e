/**
 * The state of a form, outside React: a keystroke changes one text here and renders only its own field. The
 * inputs are uncontrolled and report every change. Long because its parts share one state.
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
 * The model of one form. `draft` is the name under which unsaved texts are stored; undefined if they are not.
 * `hold`: changes that others save while there is unsaved input are not merged but compared (`theirs`), until
 * the user has decided (forms/three-way.ts). `rules` checks fields against each other.
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
    /** Stored secrets that would be sent to a different address than the one they were stored for. */
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
  /** What the device reports after another user saved while this form has unsaved input. */
  let theirs = restored && differ(kinds, began, first) ? first : undefined
  /** Whether the next answer of the device is what this form saved. */
  let saved_here = false
  let issues: ReadonlyMap<string, Issue> = new Map()
  /** Fields whose value on the device changed since typing began, each with its new text. */
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

  /** The device already has what was typed: a save whose answer was lost. */
  function markSaved(latest: Values) {
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

  /** Asks for a secret again as soon as the address differs, and only as long as it does. */
  function updatePlaceIssues() {
    const found = places(values, body())
    for (const name of Object.keys(kinds)) {
      const issue = found.find(({ field }) => field === name)
      if (issue || issues.get(name)?.issue === 'secret_place') setIssue(name, issue)
    }
  }

  if (theirs && isOnDevice(kinds, base, rawsOf(kinds, first), raws)) markSaved(first)

  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  return {
    kinds,
    subscribe,
    /**
     * For what need not be in the same frame as the keystroke: marks, counts, fields that depend on others.
     */
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
    /** The fields that differ between the starting values, theirs and mine. */
    differences: (): readonly Difference[] =>
      theirs ? threeWay(kinds, base, rawsOf(kinds, theirs), raws) : [],
    issue: (name: string): Issue | undefined => issues.get(name),
    /** True if the device holds a secret that it does not show (`<name>_set`). */
    isSet: (name: string): boolean => values[`${name}_set`] === true,
    remoteText: (name: string): Raw | undefined => remote_texts.get(name),
    dirty: (): boolean => changedNames(base, raws).length > 0,
    restored: (): boolean => restored,
    changed: (): string[] => changedNames(base, raws),
    body,

    /**
     * The user typed. A shown error is checked again at once; a new one appears only when the field is left.
     */
    type(name: string, raw: Raw) {
      raws = { ...raws, [name]: raw }
      if (issues.has(name)) setIssue(name, issueOf(name))
      updatePlaceIssues()
      updateDraft()
      notify()
    },
    /** The user left the field: checks its input. */
    leave(name: string) {
      if (raws[name] === base[name] && !issues.has(name)) return
      setIssue(name, issueOf(name))
      updatePlaceIssues()
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
     * Shows the issues the device reported (codes 1000 and 5000); returns the names that are fields of this
     * form.
     */
    showIssues(found: readonly Issue[]): string[] {
      const next = new Map(issues)
      for (const issue of found) if (topOf(issue.field) in kinds) next.set(topOf(issue.field), issue)
      issues = next
      notify()
      return found.map((issue) => topOf(issue.field)).filter((name) => name in kinds)
    },
    /**
     * Takes a new answer of the device. Untouched fields follow it; typed ones stay and note the new value.
     * Returns true if the answer contains everything that was typed.
     */
    read(latest: Values): boolean {
      const dirty = changedNames(base, raws).length > 0
      if (hold && !saved_here && dirty) {
        theirs = differ(kinds, values, latest) ? latest : undefined
        if (theirs && isOnDevice(kinds, base, rawsOf(kinds, latest), raws)) {
          markSaved(latest)
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
      // If the device has already reported the new value, that is what this form saved.
      rebaseOn(theirs ?? { ...values, ...now_there }, (now) =>
        Object.fromEntries(
          Object.entries(now).map(([name, raw]) => [
            name,
            typed[name] === as[name] ? raw : (typed[name] ?? ''),
          ]),
        ),
      )
    },
    /** Bases the form on theirs; `choices` decides fields that both sides changed. */
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

/** Whether the device has all of my changes. A typed secret may be missing, because it is never shown. */
const isOnDevice = (kinds: Record<string, Kind>, base: Raws, there: Raws, mine: Raws): boolean => {
  // As the device would show it: 0.50 becomes 0.5.
  const shown = Object.entries(kinds).map(([name, kind]) => [
    name,
    kind.kind === 'secret' ? mine[name] : rawOf(kind, valueOf(kind, mine[name] ?? '')),
  ])
  return threeWay(kinds, base, there, Object.fromEntries(shown) as Raws).every(({ who }) => who === 'theirs')
}

/** Whether two answers differ: by the revision if both have one, else by the fields. */
const differ = (kinds: Record<string, Kind>, a: Values, b: Values): boolean =>
  (a['revision'] !== undefined && b['revision'] !== undefined && a['revision'] !== b['revision']) ||
  changedNames(rawsOf(kinds, a), rawsOf(kinds, b)).length > 0
