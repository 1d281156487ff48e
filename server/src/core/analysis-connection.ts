/**
 * The analysis application that is connected to the analysis
 * socket, as its hello named it; null while none is.
 */
export type AnalysisConnection = { peer: { name: string; version: string } | null }
