/**
 * Opens the replay of recorded looks with the parameters as typed. Only users who may save the parameters see
 * it.
 */
import { lazy, Suspense, useState } from 'react'
import { useForm } from '#src/forms/form-context.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { valueOf } from '#src/forms/values.ts'
import { useWords } from '#src/core/words.ts'

const ReplayDialog = lazy(() =>
  import('./replay-dialog.tsx').then(({ ReplayDialog: shown }) => ({ default: shown })),
)

/** `labels`: labels of the fields. */
export function ReplayButton({ labels }: { labels: Readonly<Record<string, string>> }) {
  const words = useWords('replay')
  const { model, locked } = useForm()
  const [changes, setChanges] = useState<Record<string, unknown>>()
  const [wrong, setWrong] = useState(false)
  if (locked !== undefined) return null

  function open() {
    const values = model
      .changed()
      .map((name) => [name, valueOf(model.kindOf(name), model.raw(name))] as const)
    const is_wrong = values.some(([, value]) => value === undefined)
    setWrong(is_wrong)
    if (!is_wrong) setChanges(Object.fromEntries(values))
  }
  return (
    <>
      <WhyButton why={undefined} onPress={open}>
        {words.try}
      </WhyButton>
      {wrong && <span role="alert">{words.invalid}</span>}
      {changes && (
        <Suspense>
          <ReplayDialog changes={changes} labels={labels} onClose={() => setChanges(undefined)} />
        </Suspense>
      )}
    </>
  )
}
