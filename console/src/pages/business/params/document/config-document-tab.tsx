/** The configuration as a document: written to a file, and read from one after it has been looked at. */
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { useWords } from '#src/words.ts'
import { ExportCard } from './config-document-export.tsx'
import { ImportCard } from './config-document-import.tsx'

export function DocumentTab() {
  const words = useWords('config_document')
  const locked = useStore(session).roles.includes('admin') ? undefined : words.admins_only
  return (
    <>
      <ExportCard locked={locked} />
      <ImportCard locked={locked} />
    </>
  )
}
