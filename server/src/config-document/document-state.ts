/** State of work on the configuration document: previews that may be applied, and one run of each kind. */
import { SingleRun } from '../core/flow/single-run.ts'
import { ImportPreviews } from './previews.ts'

export class DocumentState {
  readonly previews = new ImportPreviews()
  readonly exporting = new SingleRun()
  readonly reading = new SingleRun()
  readonly applying = new SingleRun()
}
