/**
 * The evidence tab (spec §3 `event_param`): the fields, and next to them a preview that the device draws on a
 * real picture. Long because the fields and their preview are read together.
 */
import { osd_align } from '@parking/contract/core/codes.ts'
import { useFieldValue, useForm } from '#src/forms/form-context.ts'
import { Field } from '#src/forms/field.tsx'
import { Fields } from '#src/forms/fields.tsx'
import { bytesText } from '#src/lib/bytes.ts'
import { Section } from '#src/ui/section.tsx'
import { useWords } from '#src/core/words.ts'
import { FieldMarks } from '#src/forms/field-marks.tsx'
import { ParamForm } from '../form/param-form.tsx'
import styles from './evidence.module.css'
import { Forecast } from './disk-forecast.tsx'
import { Preview } from './evidence-preview.tsx'
import { RuleNotice } from './rule-notice.tsx'
import { usePreview } from './use-evidence-preview.ts'
import form from '#src/forms/form.module.css'
import evidence_align_field_styles from './evidence-align-field.module.css'

export function EventTab() {
  const words = useWords('evidence')
  return (
    <ParamForm group="event_param" words={words.fields} help={words.help}>
      <Evidence />
    </ParamForm>
  )
}

function Evidence() {
  const preview = usePreview()
  return (
    <div className={`stack one-column ${styles.page}`}>
      <div className={`stack slim ${styles.fields}`}>
        <RuleNotice />
        <Images />
        <ScreenText />
        <Privacy />
        <Video />
      </div>
      <div className={styles.side}>
        <Preview state={preview} />
      </div>
      {preview.drawn && (
        <div className={styles.below}>
          <Forecast forecast={preview.drawn.forecast} busy={preview.phase === 'drawing'} />
        </div>
      )}
    </div>
  )
}

function Images() {
  const { fields, hints, sections, image_off } = useWords('evidence')
  const on = useFieldValue('images_process') === true
  return (
    <Section {...sections.images}>
      <Fields>
        <Field name="images_process" label={fields.images_process} />
        {on && <Field name="image_direction_adaption" label={fields.image_direction_adaption} />}
        {on && <Field name="image_car" label={fields.image_car} />}
        {on && <Field name="image_plate" label={fields.image_plate} />}
        {on && <Field name="image_width" label={fields.image_width} />}
        {on && <Field name="image_height" label={fields.image_height} />}
        {on && (
          <Field
            name="image_max_bytes"
            label={fields.image_max_bytes}
            hint={<Bytes name="image_max_bytes" say={hints.image_max_bytes} />}
          />
        )}
      </Fields>
      {!on && <p className="note">{image_off}</p>}
    </Section>
  )
}

function ScreenText() {
  const { fields, sections, osd_off, image_off } = useWords('evidence')
  const processed = useFieldValue('images_process') === true
  const on = useFieldValue('osd_enabled') === true
  if (!processed)
    return (
      <Section {...sections.osd}>
        <p className="note">{image_off}</p>
      </Section>
    )
  return (
    <Section {...sections.osd}>
      <Fields>
        <Field name="osd_enabled" label={fields.osd_enabled} />
        {on && <AlignField />}
      </Fields>
      {!on && <p className="note">{osd_off}</p>}
      {on && (
        <Fields>
          <Field name="osd_datetime" label={fields.osd_datetime} />
          <Field name="osd_device_name" label={fields.osd_device_name} />
          <Field name="osd_address" label={fields.osd_address} />
          <Field name="osd_plate_text" label={fields.osd_plate_text} />
          <Field name="osd_plate_color" label={fields.osd_plate_color} />
          <Field name="osd_lot_line" label={fields.osd_lot_line} />
          <Field name="osd_lot_no" label={fields.osd_lot_no} />
          <Field name="osd_lot_no_all" label={fields.osd_lot_no_all} />
        </Fields>
      )}
    </Section>
  )
}

function Privacy() {
  const { fields, sections } = useWords('evidence')
  return (
    <Section {...sections.privacy}>
      <Field name="privacy_protection" label={fields.privacy_protection} />
    </Section>
  )
}

function Video() {
  const { fields, hints, sections } = useWords('evidence')
  const on = useFieldValue('video_enabled') === true
  return (
    <Section {...sections.video}>
      <Fields>
        <Field name="video_enabled" label={fields.video_enabled} />
        {on && <Field name="video_duration" label={fields.video_duration} />}
        {on && <Field name="video_fps" label={fields.video_fps} />}
        {on && <Field name="video_width" label={fields.video_width} />}
        {on && <Field name="video_height" label={fields.video_height} />}
        {on && (
          <Field
            name="video_max_bytes"
            label={fields.video_max_bytes}
            hint={<Bytes name="video_max_bytes" say={hints.video_max_bytes} />}
          />
        )}
      </Fields>
    </Section>
  )
}

/** The field's number of bytes in a readable unit. */
function Bytes({ name, say }: { name: string; say: (text: string) => string }) {
  const bytes = Number(useFieldValue(name))
  return Number.isFinite(bytes) && bytes > 0 ? say(bytesText(bytes)) : ' '
}

const places = ['left', 'right'] as const

/** Chooses the position of the text block with small pictures (spec §9 "OSD alignment"). */
function AlignField() {
  const { model, id, locked } = useForm()
  const words = useWords('evidence')
  const chosen = String(useFieldValue('osd_align'))
  return (
    <fieldset className={evidence_align_field_styles.align} disabled={locked !== undefined}>
      <legend
        className={`flex baseline gap-8 text-13 ink-2 leading-15 ${evidence_align_field_styles.legend}`}
      >
        {words.fields.osd_align}
        <FieldMarks name="osd_align" label={words.fields.osd_align} />
      </legend>
      <div className="flex gap-12">
        {places.map((place) => {
          const value = String(osd_align[place])
          return (
            <label
              key={place}
              className={`grid gap-4 text-13 ink-2 pointer ${evidence_align_field_styles.place}`}
            >
              <input
                type="radio"
                className={evidence_align_field_styles.radio}
                name="osd_align"
                id={value === chosen ? `${id}-osd_align` : undefined}
                value={value}
                checked={value === chosen}
                onChange={() => model.type('osd_align', value)}
                onBlur={() => model.leave('osd_align')}
              />
              <svg
                viewBox="0 0 64 36"
                aria-hidden="true"
                focusable="false"
                className={evidence_align_field_styles.scene}
              >
                <path className={evidence_align_field_styles.sky} d="M0 0h64v36H0z" />
                <path className={evidence_align_field_styles.street} d="M22 36 29 10h6l13 26z" />
                <path className={evidence_align_field_styles.lot} d="M38 20h9l6 10H42z" />
                <g
                  className={evidence_align_field_styles.letters}
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
      <p className={`text-12 ink-3 leading-20 ${form.help}`}>{words.help.osd_align}</p>
    </fieldset>
  )
}
