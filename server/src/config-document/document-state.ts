/**
 * What is in progress with the configuration document: previews
 * that may be applied, and one run of each kind at a time.
 */
import { SingleRun } from '../core/flow/single-run.ts'
import { ImportPreviews } from './previews.ts'

export class DocumentState {
  readonly previews = new ImportPreviews()
  readonly exporting = new SingleRun()
  readonly reading = new SingleRun()
  readonly applying = new SingleRun()
}
