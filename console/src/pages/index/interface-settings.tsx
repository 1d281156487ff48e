/**
 * Tab bar, fixed header, theme, size and language: applied at once and stored in the browser (spec §2, §9).
 */
import { languages } from '@parking/contract/core/language.ts'
import { useId, type ReactNode } from 'react'
import { Switch } from '#src/forms/switch.tsx'
import { useStore, type Store } from '#src/lib/store.ts'
import { headerFixed, size, sizes, tabsOn, theme, themes } from '#src/stores/interface.ts'
import { switchLanguage } from '#src/stores/language.ts'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useLanguage, useWords, wordsNow } from '#src/core/words.ts'
import styles from './setting.module.css'

export function InterfaceSettings() {
  const [words, shell] = [useWords('setting'), useWords('shell')]
  const language = useLanguage()
  const [shownTheme, shownSize] = [useStore(theme), useStore(size)]
  return (
    <Section title={words.interface} hint={words.remembered}>
      <div className={`grid ${styles.rows}`}>
        <Toggle store={tabsOn} label={words.tags_view} hint={words.tags_view_hint} />
        <Toggle store={headerFixed} label={words.fixed_header} hint={words.fixed_header_hint} />
        <Choice
          label={words.theme}
          options={themes.map((value) => ({ value, label: shell.themes[value] }))}
          value={shownTheme}
          onChoose={theme.set}
        />
        <Choice
          label={words.size}
          options={sizes.map((value) => ({ value, label: shell.sizes[value] }))}
          value={shownSize}
          onChoose={(value) => {
            size.set(value)
            toast.success(shell.size_switched)
          }}
        />
        <Choice
          label={words.language}
          options={languages.map((value) => ({ value, label: shell.language_names[value] }))}
          value={language}
          // The message of spec §2 appears in the new language.
          onChoose={(value) =>
            void switchLanguage(value).then(() => toast.success(wordsNow('shell').language_switched))
          }
        />
      </div>
    </Section>
  )
}

function Row({
  label,
  hint,
  id,
  children,
}: {
  label: string
  hint?: string
  id?: string
  children: ReactNode
}) {
  return (
    <div className={`row wrap spread text-14 line-below leading-15 ${styles.row}`}>
      <div>
        {id ? <label htmlFor={id}>{label}</label> : <span>{label}</span>}
        {hint && <p id={id && `${id}-hint`}>{hint}</p>}
      </div>
      {children}
    </div>
  )
}

function Toggle({ store, label, hint }: { store: Store<boolean>; label: string; hint: string }) {
  const id = useId()
  const on = useStore(store)
  return (
    <Row id={id} label={label} hint={hint}>
      <Switch
        id={id}
        checked={on}
        aria-describedby={`${id}-hint`}
        onChange={(event) => store.set(event.currentTarget.checked)}
      />
    </Row>
  )
}

type ChoiceProps<T extends string> = {
  label: string
  options: readonly { value: T; label: string }[]
  value: T
  onChoose: (value: T) => void
}

function Choice<T extends string>({ label, options, value, onChoose }: ChoiceProps<T>) {
  const name = useId()
  return (
    <Row label={label}>
      <div className={`flex wrap gap-4 round-8 ${styles.choice}`} role="radiogroup" aria-label={label}>
        {options.map((option) => (
          <label key={option.value} className={`grid relative pointer ${styles.option}`}>
            <input
              type="radio"
              className="covering"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span className="raised grid middle ink-2 round-6">{option.label}</span>
          </label>
        ))}
      </div>
    </Row>
  )
}
