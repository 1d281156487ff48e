/** The keyboard of the human check in one table. Pure, so that the help can be held to it. */

export type CheckDeed =
  | {
      kind:
        | 'confirm'
        | 'edit'
        | 'vacant'
        | 'occupied'
        | 'discard'
        | 'skip'
        | 'back'
        | 'undo'
        | 'picture'
        | 'enlarge'
        | 'help'
    }
  /** The nth suggestion, from 0. */
  | { kind: 'suggestion'; at: number }

const deeds: Readonly<Record<string, CheckDeed['kind'] & string>> = {
  enter: 'confirm',
  e: 'edit',
  f2: 'edit',
  v: 'vacant',
  o: 'occupied',
  d: 'discard',
  n: 'skip',
  arrowright: 'skip',
  p: 'back',
  arrowleft: 'back',
  z: 'undo',
  f: 'picture',
  ' ': 'enlarge',
  '?': 'help',
  '？': 'help',
}

/** What a key does while an event is looked at; undefined for one that is not ours. */
export function deedOf(key: string): CheckDeed | undefined {
  if (/^[1-9]$/.test(key)) return { kind: 'suggestion', at: Number(key) - 1 }
  const kind = deeds[key.toLowerCase()]
  return kind === undefined || kind === 'suggestion' ? undefined : { kind }
}

/** Whether a key that was pressed there means something to the control it was pressed on. */
export function belongsTo(target: EventTarget | null, key: string): boolean {
  if (target === null || !(target instanceof Element)) return false
  if (target.closest('input, select, textarea, [contenteditable=true], [role=menu]')) return true
  if (target.closest('[role=tablist]')) return key.startsWith('Arrow')
  return (key === 'Enter' || key === ' ') && target.closest('button, a, summary') !== null
}
