/** Actions on one camera: synchronise its data, restart it. */
import { useState } from 'react'
import { WhyButton } from '#src/forms/why-button.tsx'
import { PowerIcon, RefreshIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import { BatchDialog } from '../batch/batch-dialog.tsx'
import type { Camera } from '../camera/camera.ts'
import type { BatchKind } from '../batch/use-batch.ts'

export function CameraActions({ camera }: { camera: Camera }) {
  const words = useWords('camera').batch
  const [kind, setKind] = useState<BatchKind>()
  const why = camera.onvif_supported ? undefined : words.why_no_onvif_one
  return (
    <>
      <WhyButton why={why} onPress={() => setKind('sync')}>
        <RefreshIcon />
        {words.kinds.sync.act}
      </WhyButton>
      <WhyButton why={why} onPress={() => setKind('reboot')}>
        <PowerIcon />
        {words.kinds.reboot.act}
      </WhyButton>
      {kind && <BatchDialog kind={kind} cameras={[camera]} onClose={() => setKind(undefined)} />}
    </>
  )
}
