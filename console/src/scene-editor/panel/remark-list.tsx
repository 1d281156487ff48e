/** Lists the remarks of the checks and of the device, each with a button that shows its lot. */
import { memo } from 'react'
import { Button } from '#src/ui/button/button.tsx'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { CheckIcon, WarnIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { useEditorStore } from '../state/editor-store.ts'
import styles from './remark-list.module.css'
import type { Remark } from '../state/remarks.ts'

/** `toField` focuses a field of the scene. */
export const RemarkList = memo(function RemarkList({
  remarks,
  toField,
}: {
  remarks: readonly Remark[]
  toField: (name: string) => void
}) {
  const store = useEditorStore()
  const words = useWords('camera').scene
  if (remarks.length === 0) {
    return (
      <p className="row gap-6 text-14 ok">
        <CheckIcon />
        {words.fine}
      </p>
    )
  }
  const counted = {
    error: remarks.filter((one) => one.severity === 'error'),
    warning: remarks.filter((one) => one.severity === 'warning'),
  }
  return (
    <>
      {(['error', 'warning'] as const).map(
        (severity) =>
          counted[severity].length > 0 && (
            <section key={severity} className={styles.remarks} data-severity={severity}>
              <h3 className="row gap-6 below-4 text-13 bold">
                <WarnIcon />
                {severity === 'error'
                  ? words.errors(counted.error.length)
                  : words.warnings(counted.warning.length)}
              </h3>
              <ul>
                {counted[severity].map(({ text, lots, field, taken_by }, i) => (
                  <li key={i} className="row spread gap-8 text-13 line-above leading-14">
                    <span>{text}</span>
                    {taken_by && (
                      <ButtonLink
                        variant="quiet"
                        to={sceneUrl(taken_by)}
                        aria-label={words.go_there_of(taken_by.camera_name, text)}
                      >
                        {words.go_there}
                      </ButtonLink>
                    )}
                    {(lots.length > 0 || field) && (
                      <Button
                        variant="quiet"
                        aria-label={`${words.go}：${text}`}
                        onClick={() =>
                          field
                            ? toField(field)
                            : store.dispatch({
                                kind: 'select',
                                selection: { kind: 'lots', lots },
                                show: true,
                              })
                        }
                      >
                        {words.go}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </>
  )
})

const sceneUrl = ({ camera_sn, scene_id }: NonNullable<Remark['taken_by']>): string =>
  `?${new URLSearchParams({ camera_sn, scene_id })}`
