/**
 * Which model the cameras are watched with: the shipped one, or the one that the configuration names. One
 * that cannot be used is named as a problem, and the present one stays.
 */
import type { Label } from '../look/boxes.ts'
import type { OpenEyes } from '../look/look.ts'
import type { ModelConfig, Problem } from '../socket/wire.ts'

export type Used = {
  readonly open: OpenEyes
  readonly known: readonly Label[]
  readonly release: () => Promise<void>
}
/** Loads a model of the user. Throws an error whose message says why it cannot be used. */
export type LoadModel = (model: ModelConfig) => Promise<Used>

type Needs = { openEyes: OpenEyes; known: readonly Label[]; loadModel?: LoadModel }

export function createSight({ openEyes, known, loadModel }: Needs) {
  const own: Used = { open: openEyes, known, release: () => Promise.resolve() }
  let [id, used] = ['', own]
  const former: Used[] = []
  return {
    /** The id of the model in use; empty for the shipped one. */
    model: () => id,
    known: () => used.known,
    open: ((view, learned) => used.open(view, learned)) satisfies OpenEyes,
    /** What `config_taken` says of it: nothing where the program takes no models. */
    answer: () => (loadModel ? { model: id } : {}),
    async take(wanted: ModelConfig | undefined): Promise<Problem[]> {
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
    /** Call it when no camera looks with a former model any more. */
    async releaseFormer(): Promise<void> {
      for (const one of former.splice(0)) await one.release()
    },
  }
}
