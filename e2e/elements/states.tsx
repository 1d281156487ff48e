/**
 * Placeholders for no content, content that is still loading, and a missing answer; and a dialog over them.
 */
import { useState } from 'react'
import { Button } from '@parking/console/ui/button/button.tsx'
import { Dialog } from '@parking/console/ui/dialog/dialog.tsx'
import { PageHeader } from '@parking/console/ui/page/page-header.tsx'
import { Section } from '@parking/console/ui/section.tsx'
import { EmptyState } from '@parking/console/ui/state/empty-state.tsx'
import { ErrorState } from '@parking/console/ui/state/error-state.tsx'
import { SkeletonRows } from '@parking/console/ui/state/skeleton-rows.tsx'
import { StatusPicture } from '@parking/console/ui/state/status-picture.tsx'

const nothing = () => undefined

export function States() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <PageHeader title="States" />
      <div className="pair">
        <Section title="Empty">
          <EmptyState title="Nothing here yet" action={<Button onClick={() => setOpen(true)}>Add</Button>}>
            What will be here, and how it gets here.
          </EmptyState>
        </Section>
        <Section title="Failed">
          <ErrorState title="Could not be loaded" retry={nothing}>
            The device did not answer.
          </ErrorState>
        </Section>
      </div>
      <div className="pair">
        <Section title="Loading">
          <SkeletonRows rows={4} />
        </Section>
        <Section title="Failed, and tried again">
          <ErrorState title="Could not be loaded" retry={nothing} retrying>
            The device did not answer.
          </ErrorState>
        </Section>
      </div>
      <div className="pair">
        <Section title="Not found">
          <EmptyState title="Page not found" picture={<StatusPicture of="not_found" />} />
        </Section>
        <Section title="No permission">
          <EmptyState title="No permission" picture={<StatusPicture of="no_permission" />} />
        </Section>
      </div>
      {open && (
        <Dialog
          title="Title of a dialog"
          onClose={() => setOpen(false)}
          footer={
            <>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Button variant="danger">Delete</Button>
            </>
          }
        >
          What will happen, and what it means.
        </Dialog>
      )}
    </>
  )
}
