/**
 * Edits a JSON object as text: line numbers, the location and reason of a fault, and a button that formats
 * the text.
 */
import { useEffect, useRef, useState } from 'react'
import { Field } from '#src/forms/field.tsx'
import { useFieldValue, useForm } from '#src/forms/form-context.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { WarnIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { jsonFault } from './json-fault.ts'
import styles from './platform.module.css'

export function JsonField({ name, label }: { name: string; label: string }) {
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
    <div className={styles.json}>
      <div ref={editor} className={styles.editor} data-bad={fault !== undefined}>
        <div ref={gutter} className={styles.gutter} aria-hidden="true">
          {text.split('\n').map((_, at) => (
            <span key={at} data-bad={fault?.line === at + 1}>
              {at + 1}
            </span>
          ))}
        </div>
        <Field name={name} label={label} hint={words.hint} />
      </div>
      <div className={styles.jsonFoot}>
        <p role="status">
          {fault && (
            <button type="button" className={styles.fault} onClick={goTo}>
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
