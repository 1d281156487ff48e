/**
 * Keys on a block: arrow keys move it by 5 minutes or to the next day, with Shift only its end, with Ctrl
 * only its start; Delete removes it.
 */
import { movedBlock, resizedBlock, step_s } from '@parking/contract/schedule/schedule-edit.ts'
import type { Block } from '@parking/contract/schedule/schedule-plans.ts'

type Key = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/** The block after the key; null if it is removed, undefined if the key does nothing. */
export function blockAfterKey(
  blocks: readonly Block[],
  block: Block,
  { key, shiftKey, ctrlKey, metaKey, altKey }: Key,
  { vertical, days }: { vertical: boolean; days: readonly number[] },
): Block | null | undefined {
  if (metaKey || altKey) return undefined
  if (key === 'Delete' || key === 'Backspace') return null
  const [later, earlier] = vertical ? ['ArrowDown', 'ArrowUp'] : ['ArrowRight', 'ArrowLeft']
  const direction = key === later ? 1 : key === earlier ? -1 : 0
  if (direction !== 0) {
    if (shiftKey) return resizedBlock(blocks, block, 'stop', block.to + direction * step_s)
    if (ctrlKey) return resizedBlock(blocks, block, 'start', block.from + direction * step_s)
    return movedBlock(blocks, block, block.from + direction * step_s)
  }
  const over = vertical ? 0 : key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  const day = days[days.indexOf(block.day) + over]
  return over === 0 || day === undefined ? undefined : movedBlock(blocks, block, block.from, day)
}
