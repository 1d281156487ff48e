/** The buttons that check for new versions and install them. */
import { useMayWork } from '#src/forms/use-may.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { useStore } from '#src/lib/store.ts'
import { session } from '#src/stores/session.ts'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { RefreshIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { nameOf } from './versions.tsx'
import styles from './actions.module.css'
import type { PackageVersion } from './page.tsx'
import type { Work } from './use-work.ts'
import { updatable } from './work.ts'

export function Actions({
  work: { running, start },
  versions,
  missing,
}: {
  work: Work
  versions: readonly PackageVersion[] | undefined
  missing: boolean
}) {
  const words = useWords('application')
  const [may, admin] = [useMayWork(), useStore(session).roles.includes('admin')]
  const waiting = updatable(versions ?? [])
  const neither = missing
    ? words.why_unsupported
    : running === 'refresh'
      ? words.why_refreshing
      : running === 'update'
        ? words.why_updating
        : undefined
  const whyNotRefresh = may ? neither : words.why_role_refresh
  const whyNotUpdate = admin
    ? (neither ??
      (versions === undefined ? words.why_unknown : waiting.length === 0 ? words.why_newest : undefined))
    : words.why_role_update

  async function update() {
    const body = (
      <div className={styles.question}>
        <p>{words.update_what}</p>
        <ul className="listed">
          {waiting.map((one) => (
            <li key={one.package}>
              <strong>{nameOf(one.package, words.names)}</strong>{' '}
              <span>
                {one.installed || words.not_installed} → {one.candidate}
              </span>
            </li>
          ))}
        </ul>
        <ul className={`listed ink-2`}>
          <li>{words.update_restarts}</li>
          <li>{words.update_analysis}</li>
          <li>{words.update_power}</li>
        </ul>
      </div>
    )
    if (await confirm({ title: words.update_ask, body, confirm: words.update })) await start('update')
  }

  return (
    <>
      <WhyButton
        why={running === 'refresh' ? undefined : whyNotRefresh}
        busy={running === 'refresh'}
        onPress={() => void start('refresh')}
      >
        {running !== 'refresh' && <RefreshIcon />}
        {running === 'refresh' ? words.refreshing : words.refresh}
      </WhyButton>
      <WhyButton
        variant="primary"
        why={running === 'update' ? undefined : whyNotUpdate}
        busy={running === 'update'}
        onPress={() => void update()}
      >
        {running === 'update' ? words.updating : words.update}
      </WhyButton>
    </>
  )
}
