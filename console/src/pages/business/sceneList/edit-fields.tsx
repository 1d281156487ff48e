/** The fields of a batch edit: each keeps its value until another one is chosen. */
import { difficult, lot_posture, lot_type, scene_type } from '@parking/contract/core/codes.ts'
import { useId } from 'react'
import { useWords } from '#src/core/words.ts'
import { coded, type FilterOption } from '#src/tables/filter-fields.tsx'
import type { Edit } from './scene-edit.ts'
import type { View } from './scene-filter.ts'

type Field = { name: string; label: string; options: readonly FilterOption[] }
/** The chosen options by field, as strings; an absent field is not changed. */
export type Choice = Readonly<Record<string, string>>

export function useEditFields(view: View): Field[] {
  const [words, codes] = [useWords('scene_list'), useWords('codes')]
  return view === 'scenes'
    ? [
        { name: 'scene_type', label: words.scene_type, options: coded(scene_type, codes.scene_type) },
        {
          name: 'enabled',
          label: words.enabled,
          options: [
            { value: '1', label: words.on },
            { value: '0', label: words.off },
          ],
        },
      ]
    : [
        { name: 'lot_type', label: words.lot_type, options: coded(lot_type, codes.lot_type) },
        { name: 'lot_posture', label: words.lot_posture, options: coded(lot_posture, codes.lot_posture) },
        { name: 'difficult', label: words.difficult, options: coded(difficult, codes.difficult) },
      ]
}

/** The options come from the code tables, so their numbers are valid. */
export const editOf = (view: View, choice: Choice): Edit =>
  ({
    kind: view,
    changes: Object.fromEntries(
      Object.entries(choice).map(([name, value]) => [
        name,
        name === 'enabled' ? value === '1' : Number(value),
      ]),
    ),
  }) as Edit

export function EditFields({
  fields,
  choice,
  onChoice,
}: {
  fields: readonly Field[]
  choice: Choice
  onChoice: (choice: Choice) => void
}) {
  const words = useWords('scene_list').edit
  const id = useId()
  return (
    <div className="stack">
      <p className="ink-2">{words.hint}</p>
      {fields.map(({ name, label, options }) => (
        <div key={name} className="field">
          <label htmlFor={`${id}-${name}`}>{label}</label>
          <select
            id={`${id}-${name}`}
            className="input"
            value={choice[name] ?? ''}
            onChange={(event) => {
              const { [name]: _, ...rest } = choice
              const { value } = event.currentTarget
              onChoice(value === '' ? rest : { ...rest, [name]: value })
            }}
          >
            <option value="">{words.keep}</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </div>
      ))}
    </div>
  )
}
