/** Opens or downloads the handover sheet, which the device generates each time. */
import { useChange } from '../core/queries.ts'
import { useLanguage, useWords } from '../core/words.ts'
import { useMayWork } from '../forms/use-may.ts'
import { WhyButton } from '../forms/why-button.tsx'

/** `main`: opening the sheet is what the page is for. */
export function Sheet({ main = false }: { main?: boolean }) {
  const words = useWords('install')
  const language = useLanguage()
  const may = useMayWork()
  const { running, run } = useChange('/api/system/handover_sheet')
  const why = may ? undefined : words.read_only

  async function open() {
    // Opened during the click: a browser blocks a window that is opened later.
    const sheet = window.open('about:blank', '_blank')
    const answer = await run({ language })
    if (answer && sheet) sheet.location.replace(answer.url)
    else sheet?.close()
  }
  async function download() {
    const answer = await run({ language })
    if (!answer) return
    const link = document.createElement('a')
    link.href = `${answer.url}&download=1`
    link.download = answer.file_name
    link.click()
  }
  return (
    <div className="flex wrap gap-10">
      <WhyButton variant={main ? 'primary' : undefined} why={why} busy={running} onPress={() => void open()}>
        {words.open_sheet}
      </WhyButton>
      <WhyButton why={why} busy={running} onPress={() => void download()}>
        {words.download_sheet}
      </WhyButton>
    </div>
  )
}
