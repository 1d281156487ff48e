/** Tests the steps that a commissioning file has filled, so that only what is open remains; then leads on. */
import { tests_of_step } from '@parking/contract/handover/install-steps.ts'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useWords } from '#src/core/words.ts'
import { addressOf } from '#src/install/install-steps.ts'
import { useTests } from '#src/install/use-tests.ts'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'

const filled = ['network', 'time', 'platform', 'storage'] as const
const tests = filled.flatMap((step) => tests_of_step[step])

export function CheckFilled() {
  const words = useWords('config_document').import
  const navigate = useNavigate()
  const { running, run } = useTests(tests)
  const check = useEffectEvent(() => run())
  const leadOn = useEffectEvent(() => void navigate(addressOf('place')))
  useEffect(() => {
    let shown = true
    void check().then(() => shown && leadOn())
    return () => void (shown = false)
  }, [])
  return (
    <div className="stack" role="status">
      <p className="text-14">{words.checking(running ? tests.indexOf(running) + 1 : 1, tests.length)}</p>
      <SkeletonRows rows={3} />
      <p>
        <ButtonLink to={addressOf('place')}>{words.go_on}</ButtonLink>
      </p>
    </div>
  )
}
