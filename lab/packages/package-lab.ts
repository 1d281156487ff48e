/** What the proofs of the packages share. */
import type { Box } from '../box.ts'

export type PackageLab = {
  cache: string
  cuts: number
  seed: number
  /** The number of random network changes with each manager. */
  changes: number
  /** The folder with packages of an earlier commit, for the proof `from`. */
  from?: string
  /** Opens a box on these layers above its Debian. */
  open(name: string, ...layers: string[]): Promise<Box>
  /** The disk of the box with version 1.0.0. */
  installed?: string
}
export type PackageProof = { name: string; shows: string; run(lab: PackageLab): Promise<string> }
