/** A dialog with one form: the button in its footer submits it, and so does Enter. */
import { useId, type ComponentProps, type ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { Dialog } from './dialog.tsx'

type Props = Omit<ComponentProps<typeof Dialog>, 'footer'> & {
  cancel: string
  submit: string
  /** True while it is being sent; another press does nothing. */
  running: boolean
  onSubmit: (typed: FormData) => void
}

export function FormDialog({ cancel, submit, running, onSubmit, children, onClose, ...dialog }: Props) {
  const id = useId()
  return (
    <Dialog
      width="small"
      {...dialog}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" form={id} variant="primary" aria-disabled={running}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!running) onSubmit(new FormData(event.currentTarget))
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}

/** The name of the user, for the browser's password manager. */
export const HiddenUsername = () => (
  <input
    type="text"
    autoComplete="username"
    value={sessionStorage.getItem('last-user') ?? ''}
    readOnly
    hidden
  />
)

type TextFieldProps = ComponentProps<'input'> & {
  label: string
  /** What is wrong with the text, instead of `note`. */
  error?: string | undefined
  note?: ReactNode
}

/** A labelled text input with a note below it. */
export function TextField({ label, error, note, ...input }: TextFieldProps) {
  const id = useId()
  const says = error ?? note
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        aria-invalid={error !== undefined}
        aria-describedby={`${id}note`}
        {...input}
      />
      <p
        id={`${id}note`}
        className={error === undefined ? 'note' : 'error'}
        role={error === undefined ? undefined : 'alert'}
        hidden={says === undefined}
      >
        {says}
      </p>
    </div>
  )
}
