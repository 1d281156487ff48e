/** What the checks and the device say, each with a way to the lot it is about. */
import { Button } from '#src/ui/button/button.tsx'
import { ButtonLink } from '#src/ui/button/button-link.tsx'
import { CheckIcon, WarnIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/words.ts'
import { useEditorStore } from '../state/editor-store.ts'
import styles from './panel.module.css'
import type { Remark } from '../state/remarks.ts'

/** `toField` puts the keyboard into a field of the scene. */
export function RemarkList({
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
      <p className={styles.fine}>
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
              <h3>
                <WarnIcon />
                {severity === 'error'
                  ? words.errors(counted.error.length)
                  : words.warnings(counted.warning.length)}
              </h3>
              <ul>
                {counted[severity].map(({ text, lots, field, there }, i) => (
                  <li key={i}>
                    <span>{text}</span>
                    {there && (
                      <ButtonLink
                        variant="quiet"
                        to={`?${new URLSearchParams({ camera_sn: there.camera_sn, scene_id: there.scene_id })}`}
                        aria-label={words.go_there_of(there.camera_name, text)}
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
}
