/** The errors of a file, each with its location in words. */
import type { Issue } from '@parking/contract/core/rules.ts'
import { document_sections } from '@parking/contract/config-document/config-document-rules.ts'
import { sentenceOf } from '#src/core/errors.ts'
import { WarnIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './config-document.module.css'
import { useFieldName } from './use-document-words.ts'

const max_shown = 12

export function FaultList({
  file_name,
  issues,
  message,
}: {
  file_name: string
  issues: readonly Issue[]
  message: string
}) {
  const [words, errors] = [useWords('config_document'), useWords('errors')]
  const place = usePlace()
  return (
    <div className={`grid gap-8 text-14 ink anywhere round-8 on-bad ${styles.refused}`} role="alert">
      <p className="row gap-8 bad">
        <WarnIcon />
        <strong>{words.import.refused(file_name)}</strong>
      </p>
      {issues.length === 0 ? (
        <p>{message}</p>
      ) : (
        <>
          <p>{words.import.refused_says}</p>
          <ul className="grid gap-6">
            {issues.slice(0, max_shown).map((issue, at) => {
              const where = place(issue.field)
              return (
                <li key={at}>
                  {where !== '' && <span className={`bold ${styles.place}`}>{where}</span>}{' '}
                  {sentenceOf(issue, errors)}
                </li>
              )
            })}
            {issues.length > max_shown && <li>{words.import.more_issues(issues.length - max_shown)}</li>}
          </ul>
        </>
      )}
    </div>
  )
}

/**
 * Renders `sections.scenes.list.0.lots.1.lot_no` as "场景与车位 › 第 1 条 › 车位 › 第 2 条 › 车位编号"; empty for the file
 * as a whole.
 */
function usePlace(): (path: string) => string {
  const words = useWords('config_document')
  const name = useFieldName()
  return (path) => {
    const [root = '', ...rest] = path.split('.')
    const places: Readonly<Record<string, string>> = words.place as unknown as Readonly<
      Record<string, string>
    >
    if (root === 'content') return ''
    if (root !== 'sections') return typeof places[root] === 'string' ? places[root] : path
    const section = document_sections.find((known) => known === rest[0])
    if (!section) return rest.join(' › ')
    const inner = rest
      .slice(1)
      .filter((part) => part !== 'list')
      .map((part) =>
        /^\d+$/.test(part)
          ? words.place.nth(Number(part) + 1)
          : part === 'lots'
            ? words.place.lots
            : name(section, part),
      )
    return [words.sections[section], ...inner].join(' › ')
  }
}
