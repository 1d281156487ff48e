/**
 * The model in use: the shipped one, or the one that the configuration names. A model that cannot be used is
 * reported as a problem, and the current one stays in use.
 */
import type { Label } from '../look/boxes.ts'
import type { OpenVision } from '../look/look.ts'
import type { ModelConfig, Problem } from '../socket/wire.ts'

export type Used = {
  readonly open: OpenVision
  readonly known: readonly Label[]
  readonly release: () => Promise<void>
}
/** Loads the user's model. Throws an error whose message says why the model cannot be used. */
export type LoadModel = (model: ModelConfig) => Promise<Used>

type Needs = { openVision: OpenVision; known: readonly Label[]; loadModel?: LoadModel }

export function createModelInUse({ openVision, known, loadModel }: Needs) {
  const own: Used = { open: openVision, known, release: () => Promise.resolve() }
  let [id, used] = ['', own]
  const former: Used[] = []
  return {
    /** The id of the model in use; empty for the shipped one. */
    model: () => id,
    known: () => used.known,
    open: ((view, learned) => used.open(view, learned)) satisfies OpenVision,
    /** The model field of `config_taken`; empty if the program accepts no models. */
    answer: () => (loadModel ? { model: id } : {}),
    async select(wanted: ModelConfig | undefined): Promise<Problem[]> {
      if (!loadModel || (wanted?.id ?? '') === id) return []
      try {
        const next = wanted ? await loadModel(wanted) : own
        former.push(used)
        ;[id, used] = [wanted?.id ?? '', next]
        return []
      } catch (error) {
        const issue = error instanceof Error ? error.message : String(error)
        return [{ field: 'model', issue: issue.slice(0, 300) }]
      }
    },
    /** Call this when no camera uses a former model any more. */
    async releaseFormer(): Promise<void> {
      for (const one of former.splice(0)) await one.release()
    },
  }
}
