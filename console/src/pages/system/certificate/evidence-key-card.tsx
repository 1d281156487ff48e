/**
 * The key that signs evidence: its fingerprint, for anyone who verifies a dossier, and a button that replaces
 * it.
 */
import { useCall, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { Loaded } from '#src/tables/loaded.tsx'
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { CopyText } from '#src/ui/copy-text.tsx'
import { confirm } from '#src/ui/dialog/confirm.tsx'
import { Section } from '#src/ui/section.tsx'
import { toast } from '#src/ui/toast.tsx'

export function EvidenceKeyCard() {
  const words = useWords('certificate')
  const query = useCall('/api/system/get_device_key', {})
  const rotation = useChange('/api/system/rotate_device_key', {
    refresh: ['/api/system/get_device_key'],
    done: () => toast.success(words.evidence_rotated),
  })
  async function rotate() {
    const confirmed = await confirm({
      title: words.evidence_rotate_ask,
      body: words.evidence_rotate_says,
      confirm: words.evidence_rotate,
    })
    if (confirmed) await rotation.run({})
  }
  return (
    <Section
      title={words.evidence}
      hint={words.evidence_hint}
      action={
        <Button pending={rotation.running} onClick={() => void rotate()}>
          {words.evidence_rotate}
        </Button>
      }
    >
      <Loaded query={query} rows={2} failed={words.failed}>
        {(key) => (
          <Facts width="wide">
            {[key, ...key.former].map(({ key_id, since_str }, at) => (
              <Fact
                key={key_id}
                name={at === 0 ? words.evidence_key(since_str) : words.evidence_former(since_str)}
                wide
                code
              >
                <CopyText text={key_id} />
              </Fact>
            ))}
          </Facts>
        )}
      </Loaded>
    </Section>
  )
}
