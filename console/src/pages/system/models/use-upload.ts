/**
 * Uploads a model in parts. The device keeps the parts of an interrupted upload, so the same file resumes
 * where it stopped.
 */
import { max_model_upload_bytes, model_part_bytes } from '@parking/contract/models/model-facts.ts'
import { useState } from 'react'
import { call, outcomeOf, type AnswerAt } from '#src/core/api.ts'
import { queryClient } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { toast } from '#src/ui/toast.tsx'

export type Upload =
  | { phase: 'idle' }
  | { phase: 'running'; have: number; bytes: number }
  | { phase: 'failed'; says: string; said: string; resumable: File | undefined }

export function useUpload() {
  const words = useWords('models')
  const [upload, setUpload] = useState<Upload>({ phase: 'idle' })
  const fail = (says: string, said = '', resumable?: File) =>
    setUpload({ phase: 'failed', says, said, resumable })

  async function send(file: File): Promise<void> {
    if (file.size > max_model_upload_bytes || file.size === 0)
      return fail(file.size === 0 ? words.archive.no_zip : words.too_big)
    setUpload({ phase: 'running', have: 0, bytes: file.size })
    const { answer, error } = await outcomeOf(sendParts(file))
    if (error) fail(words.broken_off, error.message, file)
    else if (answer === 'full') fail(words.full, '', file)
    else taken(answer)
  }

  async function sendParts(file: File): Promise<AnswerAt<'/api/system/finish_model_upload'> | 'full'> {
    const begun = await call(
      '/api/system/begin_model_upload',
      { name: file.name.slice(0, 200), bytes: file.size, modified_ms: Math.max(0, file.lastModified) },
      { quiet: true },
    )
    let { have, full } = begun
    while (have < file.size && !full) {
      setUpload({ phase: 'running', have, bytes: file.size })
      const data = await base64Of(file.slice(have, have + model_part_bytes))
      const part = { upload: begun.upload, offset: have, data }
      ;({ have, full } = await call('/api/system/add_model_part', part, { quiet: true }))
    }
    if (full) return 'full'
    setUpload({ phase: 'running', have, bytes: file.size })
    return call('/api/system/finish_model_upload', { upload: begun.upload }, { quiet: true })
  }

  /** Handles the result of an upload, or of importing the folder that integrators configured. */
  function taken({ refused, said }: { refused: keyof typeof words.archive | null; said: string }): void {
    if (refused) return fail(words.archive[refused], said)
    setUpload({ phase: 'idle' })
    toast.success(words.taken)
    void queryClient.invalidateQueries({ queryKey: ['/api/system/get_models'] })
  }
  return { upload, send, taken }
}

/** The Base64 text of a part, without the prefix of the data URL. */
function base64Of(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'))
    reader.readAsDataURL(part)
  })
}
