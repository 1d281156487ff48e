/** Unlimited undo and redo: a linked list of steps, each with the document before and after it. */
import { apply, type Command } from './commands.ts'
import type { SceneDocument } from './document.ts'

/** Commands of one group (a held arrow key, typing in one field) become one step. `at` in milliseconds. */
export type UndoGroup = { readonly of: string; readonly at: number }

type Step = {
  readonly command: Command
  readonly before: SceneDocument
  readonly after: SceneDocument
  readonly group: UndoGroup | undefined
}
/** A linked list instead of an array: adding a step takes the same time at any length. */
type Chain = { readonly step: Step; readonly rest: Chain } | undefined

export type History = { readonly document: SceneDocument; readonly done: Chain; readonly undone: Chain }

/** A group ends after this long without one of its commands. */
const group_timeout_ms = 1_000

export const createHistory = (document: SceneDocument): History => ({
  document,
  done: undefined,
  undone: undefined,
})

/** Runs the command. A command without effect adds no step. */
export function perform(history: History, command: Command, group?: UndoGroup): History {
  const after = apply(history.document, command)
  if (after === history.document) return history
  const last = history.done?.step
  if (
    group &&
    last?.group &&
    history.undone === undefined &&
    last.group.of === group.of &&
    group.at - last.group.at < group_timeout_ms
  ) {
    return {
      document: after,
      done: { step: { command, before: last.before, after, group }, rest: history.done?.rest },
      undone: undefined,
    }
  }
  return {
    document: after,
    done: { step: { command, before: history.document, after, group }, rest: history.done },
    undone: undefined,
  }
}

export function undo(history: History): History {
  if (!history.done) return history
  const { step, rest } = history.done
  return { document: step.before, done: rest, undone: { step, rest: history.undone } }
}

export function redo(history: History): History {
  if (!history.undone) return history
  const { step, rest } = history.undone
  return { document: step.after, done: { step, rest: history.done }, undone: rest }
}
