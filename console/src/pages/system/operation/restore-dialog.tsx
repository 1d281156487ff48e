/**
 * Asks before a factory restore: shows what is lost, what is kept and the new address. The user confirms by
 * typing the serial number.
 */
import { useEffect } from 'react'
import { useStore } from '#src/lib/store.ts'
import { failureText } from '#src/core/api.ts'
import { useCall } from '#src/core/queries.ts'
import { plannedRestart } from '#src/stores/planned-restart.ts'
import { newAddressProbe, probeNewAddress } from '#src/stores/new-address-probe.ts'
import { WarnIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { keeps, urlAfter, type RestoreConfig } from './kept-items.ts'
import shared from './operation.module.css'
import styles from './restore-dialog.module.css'
import { blockOf } from './preflight.ts'
import { restartBy } from './restart-by.ts'
import { SerialDialog } from './serial-dialog.tsx'
import { useLosses } from './use-losses.ts'

export function RestoreDialog({ config, onClose }: { config: RestoreConfig; onClose: () => void }) {
  const words = useWords('operation')
  const preflight = useCall('/api/system/reboot_preflight', {}, { every: 3_000 }).data
  const losses = useLosses()
  const block = blockOf(preflight)
  const text = words.restore
  const url = urlAfter(config, location)
  const taken = useStore(newAddressProbe).reach === 'up'
  const present = useCall('/api/device/get_ipv4', {}).data?.ipv4
  // Probed only if the address of this page changes; during the restart the overlay probes it instead.
  const probed_url = present === location.hostname ? url : ''
  useEffect(() => {
    probeNewAddress(probed_url)
    return () => {
      if (!plannedRestart.get()) probeNewAddress('')
    }
  }, [probed_url])
  const wiped = keeps.filter((keep) => !config.keep.includes(keep))

  async function go(host_sn: string): Promise<string | undefined> {
    const users = config.keep.includes('users')
    const failed = await restartBy('restore', null, '/api/system/restore', { host_sn }, (answer) => ({
      // A device that names its snapshot also reports whether the address of this page changes.
      url: answer?.snapshot === undefined ? url : originOf(answer.console_url ?? ''),
      snapshot: answer?.snapshot ?? '',
      landing: users ? 'reload' : 'login',
      one_time_password: answer?.one_time_password || undefined,
    }))
    return failed && failureText(text.failed_go, failed)
  }

  return (
    <SerialDialog
      title={text.dialog}
      go={text.go}
      block={block && words.reboot[block]}
      breaks={preflight?.broken_rules}
      onGo={go}
      onClose={onClose}
    >
      <div className={`grid gap-12 ${styles.fate}`}>
        <section className="pad-12-16 round-8" data-tone="bad">
          <h3 className="below-6 text-13 bold">{text.will_wipe}</h3>
          {wiped.length === 0 ? (
            <p>{text.nothing_wiped}</p>
          ) : (
            <ul className="grid gap-6">
              {wiped.map((keep) => (
                <li key={keep}>
                  <strong className="bold">{text.keeps[keep].label}</strong>
                  {losses[keep].map((loss) => (
                    <span key={loss.says}>{loss.says}</span>
                  ))}
                </li>
              ))}
            </ul>
          )}
        </section>
        <section className="pad-12-16 round-8" data-tone="ok">
          <h3 className="below-6 text-13 bold">{text.will_keep}</h3>
          {config.keep.length === 0 ? (
            <p>{text.nothing_kept}</p>
          ) : (
            <ul className="grid gap-6">
              {keeps
                .filter((keep) => config.keep.includes(keep))
                .map((keep) => (
                  <li key={keep}>
                    <strong className="bold">{text.keeps[keep].label}</strong>
                  </li>
                ))}
            </ul>
          )}
        </section>
      </div>
      <p className="anywhere">
        {text.comes_back}{' '}
        {url === '' ? (
          <strong>
            {location.host}（{text.same_address}）
          </strong>
        ) : (
          <a href={url}>{url}</a>
        )}
      </p>
      {!config.keep.includes('network') && (
        <dl className={`grid gap-8-16 ${styles.network}`}>
          {(['ipv4', 'netmask', 'gateway'] as const).map((name) => (
            <div key={name}>
              <dt className="text-13 ink-2">{text[name]}</dt>
              <dd className="bold figures">{config[name]}</dd>
            </div>
          ))}
        </dl>
      )}
      {taken && (
        <p className={`grid gap-8 pad-10-12 ink round-6 on-warn ${shared.warning}`}>
          <WarnIcon />
          {text.taken}
        </p>
      )}
      <p className="note">{text.snapshot_first}</p>
    </SerialDialog>
  )
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '')
