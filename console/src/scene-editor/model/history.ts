/** Undo and redo without end: a chain of steps, each with the document before and after it. */
import { apply, type Command } from './commands.ts'
import type { SceneDocument } from './document.ts'

/** Commands of one run (the same arrow key held, the same field typed into) become one step. */
export type Run = { readonly of: string; readonly at: number }

type Step = {
  readonly command: Command
  readonly before: SceneDocument
  readonly after: SceneDocument
  readonly run: Run | undefined
}
/** A chain and not an array: it grows by one link, however long it is. */
type Chain = { readonly step: Step; readonly rest: Chain } | undefined

export type History = { readonly document: SceneDocument; readonly done: Chain; readonly undone: Chain }

/** A run ends when nothing of it came for this long. */
const run_ms = 1_000

export const startHistory = (document: SceneDocument): History => ({
  document,
  done: undefined,
  undone: undefined,
})

/** Carries the command out. A command without effect leaves no step. */
export function perform(history: History, command: Command, run?: Run): History {
  const after = apply(history.document, command)
  if (after === history.document) return history
  const last = history.done?.step
  if (
    run &&
    last?.run &&
    history.undone === undefined &&
    last.run.of === run.of &&
    run.at - last.run.at < run_ms
  ) {
    return {
      document: after,
      done: { step: { command, before: last.before, after, run }, rest: history.done?.rest },
      undone: undefined,
    }
  }
  return {
    document: after,
    done: { step: { command, before: history.document, after, run }, rest: history.done },
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
