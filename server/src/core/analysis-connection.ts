/** The analysis application at the other end of the analysis socket, as it named itself in its hello; null while none is connected. */
export type AnalysisConnection = { peer: { name: string; version: string } | null }
