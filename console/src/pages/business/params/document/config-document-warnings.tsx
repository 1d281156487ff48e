/** Warnings before an import, the most severe first. */
import { InfoIcon, WarnIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import type { Previewed } from './config-document-change.tsx'
import styles from './config-document-preview.module.css'
import { useFieldName } from './use-document-words.ts'

type Warning = Previewed['warnings'][number]
/** Warnings about data that would be removed. */
const severe: readonly Warning['warning'][] = [
  'shut_out',
  'mode_clears_scenes',
  'cameras_removed',
  'lots_removed',
]
const shown_names = 5

export function Warnings({ file_preview: { warnings } }: { file_preview: Previewed }) {
  const words = useWords('config_document')
  const name = useFieldName()
  if (warnings.length === 0) return null
  const text = words.import.warning

  function namesOf({ names, count }: Warning): string {
    const few = names.slice(0, shown_names).join(words.and)
    return count > shown_names ? words.import.more_names(few, count) : few
  }

  function sentence(one: Warning): string {
    switch (one.warning) {
      case 'secrets_locked':
        return text.secrets_locked
      case 'secret_missing':
        return text.secret_missing(
          one.section === null ? '' : words.sections[one.section],
          one.section === null ? '' : name(one.section, one.names[0] ?? ''),
        )
      case 'mode_clears_scenes':
        return text.mode_clears_scenes(one.count)
      case 'other_device':
      case 'shut_out':
        return text[one.warning](namesOf(one))
      default:
        return text[one.warning](namesOf(one), one.count)
    }
  }

  return (
    <section
      className={`pad-12-16 text-14 round-8 on-warn icons-18 ${styles.warnings}`}
      aria-label={words.import.warnings}
    >
      <h3 className="below-8 text-13 warn bold">{words.import.warnings}</h3>
      <ul className="grid gap-8">
        {warnings
          .toSorted(
            (one, other) => Number(severe.includes(other.warning)) - Number(severe.includes(one.warning)),
          )
          .map((one, at) => {
            const bad = severe.includes(one.warning)
            return (
              <li key={at} className="grid start gap-8 anywhere leading-15" data-tone={bad ? 'bad' : 'warn'}>
                {bad ? <WarnIcon /> : <InfoIcon />}
                <span>{sentence(one)}</span>
              </li>
            )
          })}
      </ul>
    </section>
  )
}
