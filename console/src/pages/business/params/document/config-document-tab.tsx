/** The configuration as a document: exports it to a file, and imports one after a preview. */
import { file_part, useInstallPart } from '#src/install/install-steps.ts'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { useWords } from '#src/core/words.ts'
import { ExportCard } from './config-document-export.tsx'
import { ImportCard } from './config-document-import.tsx'

export function DocumentTab() {
  const words = useWords('config_document')
  const locked = useStore(session).roles.includes('admin') ? undefined : words.admins_only
  if (useInstallPart() === file_part) return <ImportCard locked={locked} installing />
  return (
    <>
      <ExportCard locked={locked} />
      <ImportCard locked={locked} />
    </>
  )
}
