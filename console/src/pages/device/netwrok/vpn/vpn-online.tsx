/**
 * Registers an account with a registrar, using its address and a key that is valid once and never shown
 * again.
 */
import { register_vpn_online } from '@parking/contract/device/vpn.ts'
import { filled, rule, secret } from '@parking/contract/core/fields.ts'
import { registerUrl } from '@parking/contract/core/rules.ts'
import { serverTrust } from '@parking/contract/core/server-trust.ts'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import type { AnswerAt } from '#src/core/api.ts'
import { Field } from '#src/forms/field.tsx'
import { Form } from '#src/forms/form.tsx'
import { useFieldValue, useForm } from '#src/forms/form-context.ts'
import { tlsAddress } from '#src/forms/server-trust/server-trust.tsx'
import { TrustDetails } from '#src/forms/server-trust/trust-details.tsx'
import { useChange } from '#src/core/queries.ts'
import { Button } from '#src/ui/button/button.tsx'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import shared from './vpn.module.css'
import styles from './vpn-online.module.css'

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

export function VpnOnline({
  info,
  locked,
}: {
  info: AnswerAt<'/api/device/get_vpn_info'>
  locked: string | undefined
}) {
  const words = useWords('network').vpn
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
    <section className={shared.method} aria-label={words.online}>
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
          <p className={shared.wrong} role="alert">
            {register.error.message}
            {register.error.detail !== '' && <code>{register.error.detail}</code>}
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
    <div className={styles.submit}>
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
