/** Buttons, inputs and choices in each of their states. */
import { set_ntp } from '@parking/contract/device/time.ts'
import { Field } from '@parking/console/forms/field.tsx'
import { Form } from '@parking/console/forms/form.tsx'
import { SaveBar } from '@parking/console/forms/save-bar/save-bar.tsx'
import { SaveBarView } from '@parking/console/forms/save-bar/save-bar-view.tsx'
import { Switch } from '@parking/console/forms/switch.tsx'
import { WhyButton } from '@parking/console/forms/why-button.tsx'
import { Button } from '@parking/console/ui/button/button.tsx'
import { CopyText } from '@parking/console/ui/copy-text.tsx'
import { PlusIcon, RefreshIcon } from '@parking/console/ui/icons.tsx'
import { PageHeader } from '@parking/console/ui/page/page-header.tsx'
import { PasswordInput, PasswordRules } from '@parking/console/ui/password/password-input.tsx'
import { Section } from '@parking/console/ui/section.tsx'

const variants = [undefined, 'primary', 'danger', 'quiet'] as const
const nothing = () => undefined

export function Controls() {
  return (
    <>
      <PageHeader title="Controls" />
      <Section title="Buttons" hint="Usual, main, dangerous, quiet" action={<Button>Action</Button>}>
        {(['usual', 'disabled', 'busy'] as const).map((state) => (
          <div key={state} className="samples">
            {variants.map((variant) => (
              <Button
                key={variant ?? 'usual'}
                variant={variant}
                disabled={state === 'disabled'}
                aria-busy={state === 'busy'}
              >
                <RefreshIcon />
                {variant ?? 'usual'} {state}
              </Button>
            ))}
          </div>
        ))}
        <div className="samples">
          <WhyButton variant="primary" why="Because" onPress={nothing}>
            <PlusIcon />
            Says why
          </WhyButton>
          <CopyText text="PE-04EAFD0615" />
        </div>
      </Section>
      <Section title="Fields">
        <div className="samples">
          <input className="input" aria-label="Empty" placeholder="Empty" />
          <input className="input" aria-label="Typed" defaultValue="127.77.0.10" />
          <input className="input" aria-label="Wrong" aria-invalid="true" defaultValue="127.77.0.300" />
          <input className="input" aria-label="Disabled" disabled defaultValue="Disabled" />
        </div>
        <div className="samples">
          <select className="input" aria-label="Usual choice">
            <option>TLS</option>
          </select>
          <select className="input" aria-label="Wrong choice" aria-invalid="true">
            <option>UDP</option>
          </select>
          <select className="input" aria-label="Disabled choice" disabled>
            <option>Disabled</option>
          </select>
        </div>
        <div className="samples">
          <label>
            <input type="checkbox" /> Off
          </label>
          <label>
            <input type="checkbox" defaultChecked /> On
          </label>
          <label>
            <input type="radio" name="way" /> One
          </label>
          <label>
            <input type="radio" name="way" defaultChecked /> Other
          </label>
          <Switch aria-label="Off" />
          <Switch aria-label="On" defaultChecked />
          <Switch aria-label="Off, disabled" disabled />
          <Switch aria-label="On, disabled" disabled defaultChecked />
        </div>
        <div className="samples">
          <PasswordInput show="Show" hide="Hide" aria-label="Password" defaultValue="secret" />
          <PasswordRules
            id="rules"
            rules={{ long: 'Twelve characters', mixed: 'Letters and digits' }}
            met={{ long: true, mixed: false }}
          />
        </div>
      </Section>
      <Section title="Form">
        <Form
          schema={set_ntp.body}
          values={{ ntp_enabled: true, ntp_server: 'ntp.example.com' }}
          onSave={() => Promise.resolve(undefined)}
        >
          <Field name="ntp_enabled" label="Set the clock by a server" hint="At once and every hour" />
          <Field name="ntp_server" label="Server" hint="A name or an address" />
          <SaveBar label="Save" />
        </Form>
      </Section>
      <SaveBarView />
    </>
  )
}
