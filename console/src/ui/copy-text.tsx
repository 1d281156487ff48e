/** An identifier with a copy button. */
import { CopyIcon } from './icons.tsx'
import { toast } from './toast.tsx'
import { useUiWords } from './ui-words.tsx'
import classes from './copy-text.module.css'

export function CopyText({ text, children }: { text: string; children?: React.ReactNode }) {
  const words = useUiWords()
  if (text === '') return <>--</>
  return (
    <span className={`inline-row gap-4 ${classes['copy']}`}>
      <span className="figures anywhere">{children ?? text}</span>
      <button
        type="button"
        className={`plain center rigid ink-3 round-4 icons-16 ${classes['button']}`}
        aria-label={`${words.copy} ${text}`}
        data-tip={words.copy}
        onClick={() =>
          void copy(text).then((done) =>
            done ? toast.success(words.copied) : toast.error(words.copy_failed),
          )
        }
      >
        <CopyIcon />
      </button>
    </span>
  )
}

/**
 * Over plain HTTP, the usual case on a device, browsers have no clipboard API; execCommand is the fallback.
 */
export async function copy(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    const written = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    if (written) return true
  }
  const area = document.createElement('textarea')
  area.value = text
  area.className = classes['away'] ?? ''
  const place = document.querySelector('dialog:modal') ?? document.body
  place.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}
