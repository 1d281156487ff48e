/**
 * Imports an account from a file. The file is checked here first and each rejected line is shown; nothing is
 * uploaded until the file is clean (spec §5, notes NT3).
 */
import { vpnFileNameIssue } from '@parking/contract/core/rules.ts'
import { vpn_file_bytes } from '@parking/contract/device/vpn-config.ts'
import { useState } from 'react'
import { sentenceOf } from '#src/core/errors.ts'
import { DropFile } from '#src/forms/drop-file.tsx'
import { useChange } from '#src/core/queries.ts'
import { toast } from '#src/ui/toast.tsx'
import { useWords } from '#src/core/words.ts'
import { bytesText } from '#src/lib/bytes.ts'
import shared from './vpn.module.css'
import { VpnFile, type PickedFile } from './vpn-file.tsx'

type FileError = { kind: 'name' | 'empty' | 'several' | 'unreadable' } | { kind: 'large'; bytes: number }

export function VpnImport({ locked }: { locked: string | undefined }) {
  const [words, errors] = [useWords('network').vpn, useWords('errors')]
  const [picked, setPicked] = useState<PickedFile>()
  const [error, setError] = useState<FileError>()
  const register = useChange('/api/device/register_vpn_offline', {
    refresh: ['/api/device/get_vpn_info'],
    done: () => (toast.success(words.imported), setPicked(undefined)),
  })
  const max_size = bytesText(vpn_file_bytes)

  async function readFile(files: FileList | null) {
    const [file, another] = files ?? []
    setPicked(undefined)
    setError(undefined)
    if (!file) return
    if (another) return setError({ kind: 'several' })
    if (vpnFileNameIssue(file.name)) return setError({ kind: 'name' })
    if (file.size > vpn_file_bytes) return setError({ kind: 'large', bytes: file.size })
    const text = await file.text().catch(() => undefined)
    if (text === undefined) return setError({ kind: 'unreadable' })
    if (text.trim() === '') return setError({ kind: 'empty' })
    setPicked({ file_name: file.name, content: text })
  }

  return (
    <section className={`flex column slim bordered round-8 ${shared.method}`} aria-label={words.offline}>
      <h3>{words.offline}</h3>
      {picked ? (
        <VpnFile
          picked={picked}
          locked={locked}
          busy={register.running}
          issues={register.issues}
          onImport={() => void register.run(picked)}
          onOther={() => setPicked(undefined)}
        />
      ) : (
        <DropFile
          locked={locked}
          words={{ title: words.offline, drop: words.drop, pick: words.pick, limit: words.limit(max_size) }}
          accept=".ovpn,.conf"
          onFiles={(files) => void readFile(files)}
          wrong={error && errorText(error)}
        />
      )}
    </section>
  )

  function errorText(found: FileError): string {
    switch (found.kind) {
      case 'name':
        return sentenceOf({ field: 'file_name', issue: 'vpn_file_name' }, errors)
      case 'large':
        return words.too_large(bytesText(found.bytes), max_size)
      case 'several':
        return words.one_file
      case 'empty':
        return words.empty
      case 'unreadable':
        return words.unreadable
    }
  }
}
