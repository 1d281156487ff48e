/** Chooses the position of the text block with small pictures (spec §9 "OSD alignment"). */
import { osd_align } from '@parking/contract/core/codes.ts'
import { FieldMarks } from '#src/forms/field-marks.tsx'
import { useFieldValue, useForm } from '#src/forms/form-context.ts'
import { useWords } from '#src/core/words.ts'
import styles from './evidence-align-field.module.css'

const places = ['left', 'right'] as const

export function AlignField() {
  const { model, id, locked } = useForm()
  const words = useWords('evidence')
  const chosen = String(useFieldValue('osd_align'))
  return (
    <fieldset className={styles.align} disabled={locked !== undefined}>
      <legend className={styles.legend}>
        {words.fields.osd_align}
        <FieldMarks name="osd_align" label={words.fields.osd_align} />
      </legend>
      <div className={styles.places}>
        {places.map((place) => {
          const value = String(osd_align[place])
          return (
            <label key={place} className={styles.place}>
              <input
                type="radio"
                className={styles.radio}
                name="osd_align"
                id={value === chosen ? `${id}-osd_align` : undefined}
                value={value}
                checked={value === chosen}
                onChange={() => model.type('osd_align', value)}
                onBlur={() => model.leave('osd_align')}
              />
              <svg viewBox="0 0 64 36" aria-hidden="true" focusable="false" className={styles.scene}>
                <path className={styles.sky} d="M0 0h64v36H0z" />
                <path className={styles.street} d="M22 36 29 10h6l13 26z" />
                <path className={styles.lot} d="M38 20h9l6 10H42z" />
                <g
                  className={styles.letters}
                  transform={place === 'left' ? undefined : 'translate(64 0) scale(-1 1)'}
                >
                  <path d="M4 5h20M4 9h26M4 13h12" />
                </g>
              </svg>
              <span>{words.align[place]}</span>
            </label>
          )
        })}
      </div>
      <p className={styles.help}>{words.help.osd_align}</p>
    </fieldset>
  )
}
