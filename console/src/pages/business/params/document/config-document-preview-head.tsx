/** The origin of a file: device, time, version. */
import { Fact, Facts } from '#src/ui/facts/facts.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import type { Previewed } from './config-document-change.tsx'

export function PreviewHead({
  file_name,
  file_preview: { made, same_device, secrets },
}: {
  file_name: string
  file_preview: Previewed
}) {
  const words = useWords('config_document').import
  return (
    <Facts>
      <Fact name={words.file}>{file_name}</Fact>
      <Fact name={words.made}>
        <time>{made.time}</time>
      </Fact>
      <Fact name={words.from}>
        {[made.host_name, made.host_sn].filter(Boolean).join(' · ')}{' '}
        <StatusTag tone={same_device ? 'ok' : 'warn'}>
          {same_device ? words.this_device : words.other_device}
        </StatusTag>
      </Fact>
      <Fact name={words.software}>{made.software || '--'}</Fact>
      <Fact name={words.secrets_label}>{words.secrets[secrets]}</Fact>
    </Facts>
  )
}
