/**
 * The sign of a lot's state: a filled square, a ring, a diamond or a cross, so that colour is never the only
 * cue.
 */
import { lot_states, type LotStateWord } from './wall-data.ts'
import styles from './lot-sign.module.css'

const paths: Record<LotStateWord, string> = {
  occupied: 'M1.5 1.5h9v9h-9z',
  free: 'M6 2a4 4 0 1 0 0 8a4 4 0 1 0 0-8z',
  doubtful: 'M6 .8L11.2 6 6 11.2.8 6zM6 3.6v3M6 8.2v.3',
  unseen: 'M2 2l8 8M10 2l-8 8',
}

export function LotSign({ state }: { state: LotStateWord }) {
  return (
    <svg className={styles.sign} data-lot={state} viewBox="0 0 12 12" aria-hidden="true">
      <path d={paths[state]} />
    </svg>
  )
}

/** Maximum number of lots with a block each; more blocks would be too thin to see. */
export const max_blocks = 24

/** A row of blocks: one per lot, in order; for many lots one per state, as wide as its share. */
export function LotBlocks({ states }: { states: readonly LotStateWord[] }) {
  const count = (state: LotStateWord): number => states.filter((one) => one === state).length
  return (
    <span className={`row slim ${styles.blocks}`} aria-hidden="true">
      {states.length <= max_blocks
        ? states.map((state, at) => <i key={at} data-lot={state} />)
        : lot_states
            .filter((state) => states.includes(state))
            .map((state) => <i key={state} data-lot={state} style={{ flexGrow: count(state) }} />)}
    </span>
  )
}
