/**
 * What a form knows, outside React: a key typed changes one text here and draws nothing but the field that it is about
 * (DESIGN §2: controlled forms cost 56 ms a key). The inputs of the page hold their own text; the model is told of every change.
 */
import type { Issue } from '@parking/contract/rules.ts'
import type * as z from 'zod/mini'
import { bodyOf, check, topOf, type Raws, type Values } from './check.ts'
import { draftOf, keepDraft, readDraft } from './draft.ts'
import { kindsOf, type Kind } from './kinds.ts'
import { rawOf, type Raw } from './values.ts'

export type FormModel = ReturnType<typeof createFormModel>

/** The model of one form. `draft` names where unsaved texts are kept, if they are. */
export function createFormModel(schema: z.ZodMiniObject, first: Values, draft: string | undefined) {
  const kinds = kindsOf(schema)
  let values = first
  let base = rawsOf(kinds, first)
  let raws: Raws = { ...base, ...(draft === undefined ? {} : readDraft(draft, kinds)) }
  let restored = changedNames(base, raws).length > 0
  let issues: ReadonlyMap<string, Issue> = new Map()
  /** Fields that read something else on the device now than when the typing began: name to the text there. */
  let moved: ReadonlyMap<string, Raw> = new Map()
  const listeners = new Set<() => void>()

  const tell = () => listeners.forEach((listener) => listener())
  const keep = () => {
    if (draft !== undefined) keepDraft(draft, draftOf(kinds, base, raws))
  }
  const body = () => bodyOf(kinds, values, base, raws)
  const complaint = (name: string) => check(schema, kinds, body()).find((issue) => topOf(issue.field) === name)

  function setIssue(name: string, issue: Issue | undefined) {
    if (issues.get(name) === issue || (issue && issues.get(name)?.issue === issue.issue && issues.get(name)?.limit === issue.limit)) return
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
      const found = check(schema, kinds, body())
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
      const latestRaws = rawsOf(kinds, latest)
      const next = { ...raws }
      const elsewhere = new Map<string, Raw>()
      for (const name of Object.keys(kinds)) {
        const now = latestRaws[name] ?? ''
        if (raws[name] === base[name]) next[name] = now
        else if (now !== raws[name] && (now !== base[name] || moved.has(name)) && kinds[name]?.kind !== 'secret') elsewhere.set(name, now)
      }
      values = latest
      base = latestRaws
      raws = next
      moved = elsewhere
      keep()
      tell()
    },
    /** `sent` has been saved. What was typed since then stays unsaved. */
    saved(sent: Readonly<Record<string, unknown>>, as: Raws) {
      const next = { ...raws }
      const nextBase = { ...base }
      for (const [name, kind] of Object.entries(kinds)) {
        const raw = kind.kind === 'secret' ? '' : rawOf(kind, sent[name])
        nextBase[name] = raw
        if (raws[name] === as[name]) next[name] = raw
      }
      values = { ...values, ...sent, ...Object.fromEntries(Object.entries(kinds).flatMap(([name, kind]) => (kind.kind === 'secret' ? [[name, '']] : []))) }
      base = nextBase
      raws = next
      moved = new Map()
      issues = new Map()
      restored = false
      keep()
      tell()
    },
    /** Back to what was read. */
    undo() {
      raws = base
      issues = new Map()
      moved = new Map()
      restored = false
      keep()
      tell()
    },
    snapshot: (): Raws => raws,
  }
}

const rawsOf = (kinds: Record<string, Kind>, values: Values): Raws =>
  Object.fromEntries(Object.entries(kinds).flatMap(([name, kind]) => (kind.kind === 'other' ? [] : [[name, rawOf(kind, values[name])]])))

const changedNames = (base: Raws, raws: Raws): string[] => Object.keys(raws).filter((name) => raws[name] !== base[name])
