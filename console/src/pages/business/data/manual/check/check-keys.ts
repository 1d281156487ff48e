/** The keys of the check desk as a pure table, so that tests can compare it with the help dialog. */

export type CheckAction =
  | {
      kind:
        | 'confirm'
        | 'no_plate'
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

const actions_by_key: Readonly<Record<string, CheckAction['kind'] & string>> = {
  enter: 'confirm',
  '0': 'no_plate',
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

/** The action of a key; undefined for a key the desk does not use. */
export function checkActionOf(key: string): CheckAction | undefined {
  if (/^[1-9]$/.test(key)) return { kind: 'suggestion', at: Number(key) - 1 }
  const kind = actions_by_key[key.toLowerCase()]
  return kind === undefined || kind === 'suggestion' ? undefined : { kind }
}

/** True if the focused control handles the key itself. */
export function belongsTo(target: EventTarget | null, key: string): boolean {
  if (target === null || !(target instanceof Element)) return false
  if (target.closest('input, select, textarea, [contenteditable=true], [role=menu]')) return true
  if (target.closest('[role=tablist]')) return key.startsWith('Arrow')
  return (key === 'Enter' || key === ' ') && target.closest('button, a, summary') !== null
}
