/** Exports the dossier of a stay: the device collects and signs the files, and the browser downloads it. */
import { useChange } from '#src/core/queries.ts'
import { useLanguage, useWords } from '#src/core/words.ts'
import { useMayCheck } from '#src/forms/use-may.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { bytesText } from '#src/lib/bytes.ts'
import { ShieldIcon } from '#src/ui/icons.tsx'
import { toast } from '#src/ui/toast.tsx'

/** `uuid`: any event of the stay. */
export function DossierButton({ uuid }: { uuid: string }) {
  const words = useWords('dossier')
  const language = useLanguage()
  const may = useMayCheck()
  const { run, running } = useChange('/api/parking/export_dossier', {
    done({ state, download, file_name, events, files, bytes }) {
      if (state === 'too_large') return toast.warning(words.too_large(bytesText(bytes)))
      const link = document.createElement('a')
      link.href = download
      link.download = file_name
      link.click()
      toast.success(words.ready(events, files))
    },
  })
  return (
    <WhyButton why={may ? undefined : words.role} busy={running} onPress={() => void run({ uuid, language })}>
      <ShieldIcon />
      {words.act}
    </WhyButton>
  )
}
