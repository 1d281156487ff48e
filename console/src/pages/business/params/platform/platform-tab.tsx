/**
 * The platform tab (spec §3 `platform_param`): heartbeat, identity, and URLs that can be tested one by one.
 */
import { platform_urls } from '@parking/contract/params/platform-urls.ts'
import { useSyncExternalStore, useEffect, useRef, useState } from 'react'
import { Field } from '#src/forms/field.tsx'
import { useForm, useFieldValue } from '#src/forms/form-context.ts'
import { ServerTrust, tlsAddress } from '#src/forms/server-trust/server-trust.tsx'
import { useInstallPart } from '#src/install/install-steps.ts'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { WarnIcon } from '#src/ui/icons.tsx'
import { ParamForm } from '../form/param-form.tsx'
import { Heartbeat } from './heartbeat.tsx'
import styles from './platform.module.css'
import { UrlRow } from './url-row.tsx'
import { jsonFault } from './json-fault.ts'

/** All addresses of the platform share one trust setting; the first address that uses TLS is checked. */
function PlatformTrust({ help }: { help: string }) {
  const { model } = useForm()
  const address = useSyncExternalStore(
    model.subscribe,
    () => platform_urls.map((name) => tlsAddress(model.raw(name))).find((url) => url !== '') ?? '',
  )
  return <ServerTrust address={address} help={help} />
}

export function PlatformTab() {
  const words = useWords('platform')
  // The section explains the JSON field, because its line numbers leave no room for a second note.
  const { extra_info, ...help } = words.help
  const installing = useInstallPart() !== undefined
  return (
    <div className="stack one-column">
      {!installing && <Heartbeat />}
      <ParamForm group="platform_param" words={words.fields} help={help}>
        <Section title={words.identity} hint={words.identity_hint}>
          <div className={`grid start ${styles.fields}`}>
            <Field name="operator_no" label={words.fields.operator_no} />
            <Field name="protocol" label={words.fields.protocol} hint="" />
            <Field name="heartbeat_interval" label={words.fields.heartbeat_interval} />
          </div>
        </Section>
        <Section title={words.addresses} hint={words.addresses_hint} flush>
          {platform_urls.map((name) => (
            <UrlRow key={name} name={name} />
          ))}
        </Section>
        <Section>
          <PlatformTrust help={help.server_trust} />
        </Section>
        <Section title={words.extra} hint={extra_info}>
          <JsonField name="extra_info" label={words.fields.extra_info} />
        </Section>
      </ParamForm>
    </div>
  )
}

/**
 * Edits a JSON object as text: line numbers, the location and reason of a fault, and a button that formats
 * the text.
 */
function JsonField({ name, label }: { name: string; label: string }) {
  const words = useWords('platform').json
  const { locked, fill } = useForm()
  const text = String(useFieldValue(name))
  const fault = jsonFault(text)
  const gutter = useRef<HTMLDivElement>(null)
  const editor = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState<HTMLTextAreaElement | null>(null)

  // The line numbers scroll with the text box.
  useEffect(() => {
    const found = editor.current?.querySelector('textarea') ?? null
    setBox(found)
    const follow = () => {
      if (gutter.current && found) gutter.current.scrollTop = found.scrollTop
    }
    found?.addEventListener('scroll', follow, { passive: true })
    return () => found?.removeEventListener('scroll', follow)
  }, [])

  function goTo() {
    if (!box || !fault) return
    box.focus()
    box.setSelectionRange(fault.at, Math.min(text.length, fault.at + 1))
  }
  const why = locked ?? (text.trim() === '' ? words.format_empty : fault ? words.format_bad : undefined)

  return (
    <div className="grid one-column gap-4">
      <div ref={editor} className={`relative ${styles.editor}`} data-bad={fault !== undefined}>
        <div ref={gutter} className={`clip on-subtle untouchable ${styles.gutter}`} aria-hidden="true">
          {text.split('\n').map((_, at) => (
            <span
              key={at}
              className="block text-12 ink-3 mono figures text-end leading-20"
              data-bad={fault?.line === at + 1}
            >
              {at + 1}
            </span>
          ))}
        </div>
        <Field name={name} label={label} hint={words.hint} />
      </div>
      <div className={`flex wrap start spread gap-8-16 ${styles.jsonFoot}`}>
        <p role="status">
          {fault && (
            <button
              type="button"
              className={`plain start gap-6 text-13 bad round-6 on-bad leading-20 icons-16 ${styles.fault}`}
              onClick={goTo}
            >
              <WarnIcon />
              {words.at(fault.line, fault.column)}
              {words.faults[fault.kind]}
            </button>
          )}
        </p>
        <WhyButton why={why} onPress={() => fill({ [name]: JSON.stringify(JSON.parse(text), null, 2) })}>
          {words.format}
        </WhyButton>
      </div>
    </div>
  )
}
