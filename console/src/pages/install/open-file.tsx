/** Picks a commissioning file on the first page of the installation; the page of files reads and shows it. */
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { useWords } from '#src/core/words.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { commissioning_file } from '#src/install/commissioning-file.ts'
import { file_address } from '#src/install/install-steps.ts'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import styles from './install.module.css'

export function OpenFile() {
  const words = useWords('install').file
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const admin = useStore(session).roles.includes('admin')
  return (
    <section
      className={`row wrap spread gap-8-16 below-16 bordered on-card ${styles.file}`}
      aria-labelledby="commissioning-file"
    >
      <div className={`grow slim ${styles.names}`}>
        <h2 id="commissioning-file" className="text-15 bold">
          {words.title}
        </h2>
        <p className="note">{words.says}</p>
      </div>
      <WhyButton why={admin ? undefined : words.admins_only} onPress={() => input.current?.click()}>
        {words.open}
      </WhyButton>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={words.open}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (!file) return
          commissioning_file.set(file)
          void navigate(file_address)
        }}
      />
    </section>
  )
}
