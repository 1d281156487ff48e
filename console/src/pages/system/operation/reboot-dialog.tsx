/** Asks before a restart: its effects, the other users, and the expected duration. */
import { useEffect, useState } from 'react'
import { fetchRestartOverlay } from '#src/connection/restart-overlay-chunk.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { isUnknown } from '#src/core/api.ts'
import { useCall } from '#src/core/queries.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { CheckIcon, InfoIcon, WarnIcon } from '#src/ui/icons.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { durationText } from '#src/time/time.ts'
import { useWords } from '#src/core/words.ts'
import shared from './operation.module.css'
import styles from './reboot-dialog.module.css'
import { blockOf, remarksOf, type Preflight, type Remark } from './preflight.ts'
import { restartBy } from './restart-by.ts'

export function RebootDialog({ onClose }: { onClose: () => void }) {
  const [words, errors] = [useWords('operation'), useWords('errors')]
  const query = useCall('/api/system/reboot_preflight', {}, { every: 3_000 })
  const [going, setGoing] = useState(false)
  const [failure, setFailure] = useState<string>()
  const block = blockOf(query.data)
  const why = block ? words.reboot[block] : query.isLoading ? words.reboot.why_checking : undefined
  useEffect(() => void fetchRestartOverlay().catch(() => undefined), [])

  async function go() {
    setGoing(true)
    setFailure(undefined)
    const failed = await restartBy(
      'reboot',
      query.data?.last_took_s ?? null,
      '/api/system/reboot',
      {},
      () => ({ url: '', landing: 'here', snapshot: '' }),
    )
    if (!failed) return onClose()
    setGoing(false)
    const cause = failed.reason ? errors.reasons[failed.reason] : failed.message
    setFailure(isUnknown(failed) ? cause : `${errors.messages.reboot_failed}：${cause}`)
  }

  return (
    <Dialog
      title={words.reboot.dialog}
      role="alertdialog"
      onClose={onClose}
      dismissable={!going}
      footer={
        <>
          <Button disabled={going} data-autofocus onClick={onClose}>
            {words.cancel}
          </Button>
          <WhyButton variant="primary" why={why} busy={going} onPress={() => void go()}>
            {words.reboot.go}
          </WhyButton>
        </>
      }
    >
      <div className="stack">
        {query.data ? (
          <Checks preflight={query.data} />
        ) : query.isError ? (
          <p className={`grid gap-8 pad-10-12 ink round-6 on-warn ${shared.warning}`}>
            <WarnIcon />
            {words.reboot.check_failed}
          </p>
        ) : (
          <SkeletonRows rows={5} />
        )}
        {failure !== undefined && (
          <p className="pad-10-12 bad anywhere round-6 on-bad" role="alert">
            {failure}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const icons = { ok: CheckIcon, warn: InfoIcon, bad: WarnIcon }

function Checks({ preflight }: { preflight: Preflight }) {
  const words = useWords('operation').reboot
  const units = useWords('shell').time.units
  const sentenceOf = (remark: Remark): string => {
    if (remark.kind === 'waiting') return words.waiting(remark.n)
    if (remark.kind === 'others') return words.others(remark.names.join('、'))
    return remark.kind === 'took' ? words.took(durationText(remark.seconds, units)) : words[remark.kind]
  }
  return (
    <ul className={`grid gap-10 ${styles.checks}`}>
      {remarksOf(preflight).map((remark) => {
        const Icon = icons[remark.tone]
        return (
          <li key={remark.kind} className="grid start gap-10 figures" data-tone={remark.tone}>
            <Icon />
            {sentenceOf(remark)}
          </li>
        )
      })}
    </ul>
  )
}
