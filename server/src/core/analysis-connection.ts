/**
 * The analysis application that is connected to the analysis socket, as its hello introduced it; null while
 * none is connected.
 */
export type AnalysisConnection = { peer: AnalysisPeer | null }
export type AnalysisPeer = {
  name: string
  version: string
  /** Its own model, if it supports models of the device. */
  models?: ShippedModel | undefined
}
export type ShippedModel = { name: string; version: string; licence: string; sha256: string }

/** A model as the configuration names it. */
export type ModelForProgram = { id: string; folder: string; sha256: string; name: string; version: string }

/** The interface between the analysis socket and the models (models/model-service.ts). */
export type ModelLink = {
  /** The model that the configuration names; null is the application's own. */
  forProgram(): ModelForProgram | null
  /** A line from the application has arrived. */
  lineReceived(): void
  /** The application works with this model (empty: its own), or reports why it cannot. */
  answered(model: string | undefined, problem: string | undefined): void
  /** The connection ended, and not because the server stops. */
  lost(): void
}
