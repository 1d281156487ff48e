/**
 * Models of the analysis application (an extension of the spec, for administrators). The open scorecard is
 * in the URL.
 * Long because upload, list and uses show one state of the models.
 */
import { useRef, useState } from 'react'
import { max_model_upload_bytes, model_part_bytes } from '@parking/contract/models/model-facts.ts'
import { type AnswerAt, call, isUnknown, outcomeOf } from '#src/core/api.ts'
import { useCall, useChange, queryClient } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { Loaded } from '#src/tables/loaded.tsx'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { bytesText } from '#src/lib/bytes.ts'
import { Button } from '#src/ui/button/button.tsx'
import { toast } from '#src/ui/toast.tsx'
import { ModelsTable } from './models-table.tsx'
import { PresentModel, RollBackButtons, fullName } from './present-model.tsx'
import { Scorecard } from './scorecard.tsx'
import styles from './models.module.css'

export type Models = AnswerAt<'/api/system/get_models'>
export type ModelRow = Models['list'][number]

export default function ModelsPage() {
  const [words, titles] = [useWords('models'), useWords('shell').routes]
  const url = useUrlState()
  const query = useCall('/api/system/get_models', {}, { every: 3_000 })
  const { upload, send, taken } = useUpload()
  const file = useRef<HTMLInputElement>(null)
  const folder = useChange('/api/system/take_model_folder', { done: taken })
  const { data } = query
  const why = data?.available === false ? words.no_tool : undefined
  const tried = data?.list.find(({ model, trial }) => trial !== null && model === url.search.get('model'))
  return (
    <>
      <PageHeader
        title={titles.system_models}
        hint={words.hint}
        action={
          <>
            {data?.folder && (
              <WhyButton why={why} busy={folder.running} onPress={() => void folder.run({})}>
                {words.from_folder}
              </WhyButton>
            )}
            <WhyButton
              variant="primary"
              why={why}
              busy={upload.phase === 'running'}
              onPress={() => file.current?.click()}
            >
              {words.upload}
            </WhyButton>
            <input
              ref={file}
              type="file"
              hidden
              aria-label={words.upload}
              accept=".zip,application/zip"
              onChange={({ currentTarget }) => {
                const chosen = currentTarget.files?.[0]
                if (chosen) void send(chosen)
                currentTarget.value = ''
              }}
            />
          </>
        }
      />
      <UploadState upload={upload} onResume={(again) => void send(again)} />
      <Section title={words.present} action={data && <RollBackButtons models={data} />}>
        <Loaded query={query} rows={3} failed={words.failed}>
          {(models) => <PresentModel models={models} />}
        </Loaded>
      </Section>
      {tried && <Scorecard row={tried} />}
      {data && (
        <Section title={words.list} flush>
          {data.list.length === 0 ? (
            <EmptyState title={words.empty}>{words.empty_says}</EmptyState>
          ) : (
            <ModelsTable
              models={data}
              onOpen={(model) => url.change({ model }, { replace: true, keepPage: true })}
            />
          )}
        </Section>
      )}
      {data && data.uses.length > 0 && (
        <Section title={words.history} flush>
          <UsesTable models={data} />
        </Section>
      )}
    </>
  )
}

/** The progress of an upload, or why it failed and how to resume it. */
function UploadState({ upload, onResume }: { upload: Upload; onResume: (file: File) => void }) {
  const words = useWords('models')
  if (upload.phase === 'idle') return null
  if (upload.phase === 'running')
    return (
      <div className={`row wrap gap-8-16 ${styles.upload}`}>
        <progress aria-label={words.uploading} max={upload.bytes} value={upload.have} />
        <span>{words.progress(bytesText(upload.have), bytesText(upload.bytes))}</span>
      </div>
    )
  const { says, said, resumable } = upload
  return (
    <div className={styles.refused} role="alert">
      <p>{says}</p>
      {said !== '' && (
        <p className="above-4 text-13 ink-2 anywhere">
          {words.said}：<q lang="en">{said}</q>
        </p>
      )}
      {resumable && <Button onClick={() => onResume(resumable)}>{words.resume}</Button>}
    </div>
  )
}

/** Which model was in use since when, and why it was changed. */
function UsesTable({ models: { uses } }: { models: Models }) {
  const words = useWords('models')
  return (
    <div className="table-box">
      <table className="table" data-cards>
        <thead>
          <tr>
            <th>{words.time}</th>
            <th>{words.name}</th>
            <th>{words.why}</th>
            <th>{words.by}</th>
          </tr>
        </thead>
        <tbody>
          {uses.map(({ time_str, model, name, version, by, why, verdict, reason }, at) => (
            <tr key={`${time_str}${uses.length - at}`}>
              <td data-label={words.time}>{time_str}</td>
              <td data-label={words.name}>{model === null ? words.shipped : fullName(name, version)}</td>
              <td data-label={words.why}>
                {words.whys[why]} {verdict && words.by_trial(words.verdicts[verdict])}
                {reason !== '' && <small className="anywhere">{words.reason_given(reason)}</small>}
              </td>
              <td data-label={words.by}>{by === '' ? words.device : by}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Upload =
  | { phase: 'idle' }
  | { phase: 'running'; have: number; bytes: number }
  | { phase: 'failed'; says: string; said: string; resumable: File | undefined }

/**
 * Uploads a model in parts. The device keeps the parts of an interrupted upload, so the same file resumes
 * where it stopped.
 */
function useUpload() {
  const words = useWords('models')
  const [upload, setUpload] = useState<Upload>({ phase: 'idle' })
  const fail = (says: string, said = '', resumable?: File) =>
    setUpload({ phase: 'failed', says, said, resumable })

  async function send(file: File): Promise<void> {
    if (file.size > max_model_upload_bytes || file.size === 0)
      return fail(file.size === 0 ? words.archive.no_zip : words.too_big)
    setUpload({ phase: 'running', have: 0, bytes: file.size })
    const { answer, error } = await outcomeOf(sendParts(file))
    if (error) fail(isUnknown(error) ? error.message : words.broken_off + error.message, '', file)
    else if (answer === 'full') fail(words.full, '', file)
    else taken(answer, file.name)
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
  function taken(answer: AnswerAt<'/api/system/finish_model_upload'>, name = ''): void {
    const { refused, said } = answer
    if (refused) return fail(`${name}${name && words.colon}${words.archive[refused]}`, said)
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
