/** The VPN tab (spec §3, §5): the state of the tunnel, and the two ways to get an account. */
import { useState, useMemo } from 'react'
import { register_vpn_online } from '@parking/contract/device/vpn.ts'
import { filled, rule, secret } from '@parking/contract/core/fields.ts'
import { registerUrl } from '@parking/contract/core/rules.ts'
import { serverTrust } from '@parking/contract/core/server-trust.ts'
import * as z from 'zod/mini'
import { useStore } from '#src/lib/store.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { session } from '#src/stores/session.ts'
import { trialRuns, watched } from '#src/stores/trial.ts'
import { Button } from '#src/ui/button/button.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { Section } from '#src/ui/section.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { useWords } from '#src/core/words.ts'
import type { AnswerAt } from '#src/core/api.ts'
import { Field } from '#src/forms/field.tsx'
import { Form } from '#src/forms/form.tsx'
import { useFieldValue, useForm } from '#src/forms/form-context.ts'
import { tlsAddress } from '#src/forms/server-trust/server-trust.tsx'
import { translateDeviceText } from '#src/core/translate-device-text.ts'
import { TrustDetails } from '#src/forms/server-trust/trust-details.tsx'
import { toast } from '#src/ui/toast.tsx'
import { LoadFailed } from '#src/tables/loaded.tsx'
import styles from './vpn-tab.module.css'
import { VpnImport } from './vpn-import.tsx'
import { registeredIn, VpnState } from './vpn-state.tsx'
import shared from './vpn.module.css'

export function VpnTab({ seconds }: { seconds: number | undefined }) {
  const words = useWords('network')
  const query = useCall('/api/device/get_vpn_info', {}, { every: 2_000 })
  const may = useStore(session).roles.includes('admin')
  const trial = trialRuns(useStore(watched))
  const why = !may ? words.admins_only : trial ? words.running_first : undefined
  if (query.data && query.data.supported !== false) {
    return (
      <>
        <VpnState info={query.data} why={why} seconds={seconds} stale={query} />
        <Accounts info={query.data} why={why} />
      </>
    )
  }
  return (
    <Section title={words.vpn.state_title}>
      {query.data || query.error?.reason === 'unsupported' ? (
        <EmptyState title={words.unsupported}>{words.unsupported_vpn}</EmptyState>
      ) : query.isError ? (
        <LoadFailed query={query} title={words.failed} />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </Section>
  )
}

/** If there is an account, the forms that replace it are collapsed. */
function Accounts({ info, why }: { info: Parameters<typeof VpnState>[0]['info']; why: string | undefined }) {
  const words = useWords('network').vpn
  const registered = registeredIn(info)
  const [open, setOpen] = useState(false)
  const locked =
    why ?? (info.status === 'connecting' || info.status === 'connected' ? words.stop_first : undefined)
  const methods = (
    <div className={`grid gap-20 ${styles.methods}`}>
      <VpnOnline info={info} locked={locked} />
      <VpnImport locked={locked} />
    </div>
  )
  if (!registered) return <Section title={words.register_title}>{methods}</Section>
  return (
    <Section
      title={words.replace_title}
      hint={words.replace_says}
      flush={!open}
      action={
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? words.replace_close : words.replace_open}
        </Button>
      }
    >
      {open && methods}
    </Section>
  )
}

/**
 * In other forms an empty secret keeps the stored one, but a new account needs a key. The address is
 * validated as on the device.
 */
const schema = z.extend(register_vpn_online.body, {
  register_address: filled(253).check(
    rule((address: string) => (registerUrl(address.trim()) === undefined ? 'url' : undefined)),
  ),
  key: secret(4096).check(z.minLength(1)),
  server_trust: serverTrust(),
})

/**
 * Registers an account with a registrar, using its address and a key that is valid once and never shown
 * again.
 */
function VpnOnline({
  info,
  locked,
}: {
  info: AnswerAt<'/api/device/get_vpn_info'>
  locked: string | undefined
}) {
  const [{ vpn: words }, device_said] = [useWords('network'), useWords('device_said')]
  const register = useChange('/api/device/register_vpn_online', {
    quiet: true,
    refresh: ['/api/device/get_vpn_info'],
    done: () => toast.success(words.registered),
  })
  const values = useMemo(
    () => ({
      register_address: info.register_address,
      key: '',
      server_trust: info.server_trust ?? '',
    }),
    [info.register_address, info.server_trust],
  )
  return (
    <section className={`flex column slim bordered round-8 ${shared.method}`} aria-label={words.online}>
      <h3>{words.online}</h3>
      <Form
        schema={schema}
        values={values}
        issues={register.issues}
        draft="vpn-online"
        fresh
        onSave={register.run}
        {...(locked === undefined ? {} : { locked })}
      >
        <Field name="register_address" label={words.register_address} hint={words.register_address_hint} />
        <Field name="key" label={words.key} hint={info.key_set ? words.key_set : words.key_hint} />
        <RegistrarTrust />
        {register.error && register.issues.length === 0 && (
          <p className={`text-13 bad anywhere leading-15 ${shared.wrong}`} role="alert">
            {register.error.message}
            {register.error.detail !== '' && (
              <code className="block text-12 ink-2 mono">
                {translateDeviceText(register.error.detail, device_said)}
              </code>
            )}
          </p>
        )}
        <Submit label={words.register} />
      </Form>
    </section>
  )
}

function RegistrarTrust() {
  const words = useWords('server_trust')
  const url = registerUrl(String(useFieldValue('register_address')).trim()) ?? ''
  return <TrustDetails summary={words.registrar} address={tlsAddress(url)} help={words.registrar_help} />
}

function Submit({ label }: { label: string }) {
  const { locked, state } = useForm()
  const busy = state === 'saving'
  return (
    <div className="row wrap gap-8-12 above-4">
      <Button
        type="submit"
        variant="primary"
        aria-disabled={locked !== undefined || busy}
        aria-busy={busy}
        title={locked}
      >
        {label}
      </Button>
      {locked !== undefined && <p className="note">{locked}</p>}
    </div>
  )
}
