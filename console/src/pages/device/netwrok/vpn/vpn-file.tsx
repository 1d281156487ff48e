/**
 * The summary of a selected file before its upload: servers, cipher, routes, and each line that cannot be
 * used.
 */
import type { Issue } from '@parking/contract/core/rules.ts'
import { readVpnConfig } from '@parking/contract/device/vpn-config.ts'
import { useMemo } from 'react'
import { sentenceOf } from '#src/core/errors.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { CheckIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './vpn-file.module.css'

export type PickedFile = { file_name: string; content: string }

type Props = {
  picked: PickedFile
  locked: string | undefined
  busy: boolean
  issues: readonly Issue[]
  onImport: () => void
  onOther: () => void
}

export function VpnFile({ picked, locked, busy, issues, onImport, onOther }: Props) {
  const [words, errors] = [useWords('network').vpn, useWords('errors')]
  const config = useMemo(() => readVpnConfig(picked.content), [picked.content])
  const lines = useMemo(() => picked.content.split('\n'), [picked.content])
  // The device reads the file again and may find more issues.
  const found_issues = config.issues.length > 0 ? config.issues : issues
  const clean = found_issues.length === 0
  return (
    <div className={`grid ${styles.file}`}>
      <dl
        className={`grid text-13 leading-16 ${styles.summary}`}
        aria-label={words.summary(picked.file_name)}
      >
        <dt>{words.file}</dt>
        <dd>{picked.file_name}</dd>
        <dt>{words.remotes}</dt>
        <dd>
          {config.remotes
            .map(({ host, port, proto }) => `${host}:${port} ${proto.toUpperCase()}`)
            .join(words.and) || '--'}
        </dd>
        <dt>{words.cipher}</dt>
        <dd>{config.cipher || words.not_said}</dd>
        <dt>{words.default_route}</dt>
        <dd>{config.takes_default_route ? words.yes : words.no}</dd>
        <dt>{words.routes}</dt>
        <dd>{config.routes.join(words.and) || words.not_said}</dd>
        {config.has_password && (
          <>
            <dt>{words.password}</dt>
            <dd>{words.password_in}</dd>
          </>
        )}
      </dl>
      {clean ? (
        <p className="row gap-6 text-13 ok" role="status">
          <CheckIcon width={16} height={16} />
          {words.clean}
        </p>
      ) : (
        <div className={`flush text-13 ink round-6 on-bad leading-16 ${styles.refused}`} role="alert">
          <p>{words.refused(found_issues.length)}</p>
          <ul>
            {found_issues.map((issue, at) => {
              const line = issue.limit
              return (
                <li key={at}>
                  {sentenceOf(issue, errors)}
                  {line !== undefined && lines[line - 1] !== undefined && (
                    <code className="block text-12 ink-2 mono anywhere">
                      {lines[line - 1]?.trim().slice(0, 200)}
                    </code>
                  )}
                </li>
              )
            })}
          </ul>
        </div>
      )}
      <div className="flex wrap gap-8">
        {clean && (
          <WhyButton variant="primary" why={locked} busy={busy} onPress={onImport}>
            {words.import}
          </WhyButton>
        )}
        <Button disabled={busy} onClick={onOther}>
          {words.other_file}
        </Button>
      </div>
    </div>
  )
}
