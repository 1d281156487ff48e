/**
 * The analysis application that is connected to the analysis
 * socket, as its hello named it; null while none is.
 */
export type AnalysisConnection = { peer: AnalysisPeer | null }
export type AnalysisPeer = {
  name: string
  version: string
  /** Its own model, where it takes models of the device. */
  models?: ShippedModel | undefined
}
export type ShippedModel = { name: string; version: string; licence: string; sha256: string }

/** A model as the configuration names it. */
export type ModelForProgram = { id: string; folder: string; sha256: string; name: string; version: string }

/** What the socket and the models have to know of each other (models/model-desk.ts). */
export type ModelLink = {
  /** The model that the configuration names; null is the application's own. */
  forProgram(): ModelForProgram | null
  /** A line of the application arrived. */
  heard(): void
  /** It works with this model (empty: its own), or says why it cannot. */
  answered(model: string | undefined, problem: string | undefined): void
  /** Its connection ended, and not because the server stops. */
  lost(): void
}
