/** The camera's presets: go to, add, replace and remove. The camera itself stores them. */
import { useId, useState, type FormEvent } from 'react'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useChange } from '#src/core/queries.ts'
import { Button } from '#src/ui/button/button.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { PlusIcon, RefreshIcon, TrashIcon } from '#src/ui/icons.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import styles from './ptz-presets.module.css'

type Preset = { preset: string; name: string }
const refresh = ['/api/camera/ptz_info'] as const
const max_name_length = 32

export function PtzPresets({
  camera_sn,
  presets,
  unread,
  max_presets,
}: {
  camera_sn: string
  presets: readonly Preset[]
  /** True if the list could not be read. */
  unread: boolean
  max_presets: number
}) {
  const words = useWords('camera').ptz
  const id = useId()
  const [name, setName] = useState('')
  const going_to = useChange('/api/camera/ptz_goto_preset')
  const saving = useChange('/api/camera/ptz_set_preset', { refresh })
  const removing = useChange('/api/camera/ptz_remove_preset', { refresh })
  const busy = going_to.running || saving.running || removing.running
  const nameOf = (one: Preset) => one.name || words.unnamed(one.preset)
  async function go(one: Preset) {
    if (await going_to.run({ camera_sn, preset: one.preset })) toast.success(words.went(nameOf(one)))
  }
  async function add(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const typed = name.trim()
    if (typed === '' || busy || presets.length >= max_presets) return
    if (!(await saving.run({ camera_sn, name: typed }))) return
    toast.success(words.saved(typed))
    setName('')
  }
  async function replace(one: Preset) {
    const shown = nameOf(one)
    const yes = await confirm({
      title: words.replace_title(shown),
      body: words.replace_body,
      confirm: words.replace_confirm,
    })
    if (yes && (await saving.run({ camera_sn, preset: one.preset, name: shown.slice(0, max_name_length) })))
      toast.success(words.saved(shown))
  }
  async function remove(one: Preset) {
    const shown = nameOf(one)
    const yes = await confirm({
      title: words.remove_title(shown),
      body: words.remove_body,
      confirm: words.remove_confirm,
      danger: true,
    })
    if (yes && (await removing.run({ camera_sn, preset: one.preset }))) toast.success(words.removed(shown))
  }
  return (
    <div className={`grid slim gap-8 line-above ${styles.presets}`}>
      <h4 id={id} className="above-16 below-16">
        {words.presets}
      </h4>
      {presets.length === 0 ? (
        <p className="note">{unread ? words.unread : words.none}</p>
      ) : (
        <ul aria-labelledby={id}>
          {presets.map((one) => (
            <li key={one.preset}>
              <button
                type="button"
                className={`ring-1 text-14 link anywhere ${styles.go}`}
                disabled={busy}
                aria-label={words.go(nameOf(one))}
                onClick={() => void go(one)}
              >
                {nameOf(one)}
              </button>
              <button
                type="button"
                className={`ring-1 center ink-3 icons-16 ${styles.small}`}
                disabled={busy}
                aria-label={words.replace(nameOf(one))}
                title={words.replace(nameOf(one))}
                onClick={() => void replace(one)}
              >
                <RefreshIcon />
              </button>
              <button
                type="button"
                className={`ring-1 center ink-3 icons-16 ${styles.small}`}
                disabled={busy}
                aria-label={words.remove(nameOf(one))}
                title={words.remove(nameOf(one))}
                onClick={() => void remove(one)}
              >
                <TrashIcon />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className={`flex wrap gap-8 ${styles.add}`} onSubmit={(event) => void add(event)}>
        <label htmlFor={`${id}-name`} className="visually-hidden">
          {words.name}
        </label>
        <input
          id={`${id}-name`}
          className="input"
          maxLength={max_name_length}
          value={name}
          placeholder={words.name_hint}
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {presets.length >= max_presets ? (
          <WhyButton why={words.full(max_presets)} onPress={() => undefined}>
            <PlusIcon />
            {words.add}
          </WhyButton>
        ) : (
          <Button type="submit" disabled={busy || name.trim() === ''}>
            <PlusIcon />
            {words.add}
          </Button>
        )}
      </form>
    </div>
  )
}
