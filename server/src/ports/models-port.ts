/**
 * The program that checks models and runs them on pictures, outside the server's process (docs/models.md).
 */
import type { ModelRefusal, ModelSeen } from '@parking/contract'

/** The facts that a check read from a model that may be tried. */
export type ModelFacts = {
  name: string
  version: string
  licence: string
  own_licence: string
  source: string
  decoder: string
  sha256: string
  file: string
  labels: string[]
  agpl: boolean
}
/** A refused model has the name and version of its manifest if that can be read. */
export type ModelVerdict =
  | ({ ok: true } & ModelFacts)
  | ({ ok: false; reason: ModelRefusal; said: string } & Partial<Pick<ModelFacts, 'name' | 'version'>>)

export type ModelLook = {
  lots: { scene_id: string; lot_no: string; cell: number; seen: ModelSeen; llr: number | null }[]
  took_ms: number
  peak_mb: number
}
/** A model that analyses one picture after another. */
export type Looker = {
  /** Rejects with an Error whose message says why there is no answer. */
  ask(picture: { camera_sn: string; time: number; jpeg: Uint8Array }): Promise<ModelLook>
  close(): void
}

export type ModelsPort = {
  /** Whether the program is installed. */
  available(): boolean
  /** Never rejects: a check that cannot be made refuses the model. */
  check(folder: string): Promise<ModelVerdict>
  /**
   * `folder` null means the shipped model; `config` is the configuration of the analysis socket without
   * secrets.
   */
  look(folder: string | null, config: object): Looker
}
