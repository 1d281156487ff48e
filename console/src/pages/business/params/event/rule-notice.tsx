/** Before saving, lists the evidence rules that the parameters as typed would break, each with its field. */
import { judgeParams, type EvidenceRule } from '@parking/contract/evidence-rules/judge.ts'
import type { Params } from '@parking/contract/params/params.ts'
import { useForm, useModelAfterPaint } from '#src/forms/form-context.ts'
import { valueOf } from '#src/forms/values.ts'
import { useCall } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { limitText } from '#src/events/rules/rule-text.ts'
import { WarnIcon } from '#src/ui/icons.tsx'
import styles from './evidence.module.css'

const needed = [
  'images_process',
  'image_plate',
  'image_max_bytes',
  'image_width',
  'image_height',
  'osd_enabled',
  'osd_datetime',
  'osd_address',
  'osd_lot_no',
  'osd_plate_text',
] as const

export function RuleNotice() {
  const [words, evidence] = [useWords('evidence_rules'), useWords('evidence')]
  const { model, id } = useForm()
  const typed = useModelAfterPaint(() =>
    JSON.stringify(needed.map((name) => valueOf(model.kindOf(name), model.raw(name)) ?? null)),
  )
  const { data } = useCall('/api/parking/get_evidence_rules', {})
  const packs = [...(data?.shipped ?? []), ...(data?.own ?? [])].filter(({ pack }) =>
    data?.active.includes(pack),
  )
  const values = JSON.parse(typed) as unknown[]
  // An empty field shows its own error.
  if (packs.length === 0 || values.includes(null)) return null
  const param = Object.fromEntries(
    needed.map((name, at) => [name, values[at]]),
  ) as unknown as Params['event_param']
  const found = packs.flatMap(({ name, rules }) =>
    judgeParams(rules as EvidenceRule[], param).map((one) => ({ ...one, name })),
  )
  if (found.length === 0) return null
  return (
    <div className={`line-above icons-16 ${styles.warnings}`}>
      <h3 className="pad-0-8 below-4 text-13 ink-2 bold">{words.params(found.length)}</h3>
      <ul>
        {found.map(({ rule, field, name }) => (
          <li key={`${name} ${rule.kind} ${field}`}>
            <button
              type="button"
              className="plain flex full gap-8 text-13 ink-2 round-6 leading-15"
              onClick={() => document.getElementById(`${id}-${field}`)?.focus()}
              title={evidence.preview.goto(labelOf(evidence.fields, field))}
            >
              <WarnIcon />
              <span>
                <b>{labelOf(evidence.fields, field)}</b>
                {name}：{words.rules[rule.kind]}
                {limitText(words, rule)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const labelOf = (fields: Readonly<Record<string, string>>, name: string): string => fields[name] ?? name
