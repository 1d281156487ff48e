/**
 * Models of the analysis application (an extension of the spec, for administrators). The open scorecard is in
 * the URL.
 */
import { useRef } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { useCall, useChange } from '#src/core/queries.ts'
import { useWords } from '#src/core/words.ts'
import { WhyButton } from '#src/forms/why-button.tsx'
import { Loaded } from '#src/tables/loaded.tsx'
import { useUrlState } from '#src/tables/use-url-state.ts'
import { PageHeader } from '#src/ui/page/page-header.tsx'
import { Section } from '#src/ui/section.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { bytesText } from '#src/lib/bytes.ts'
import { Button } from '#src/ui/button/button.tsx'
import { ModelsTable } from './models-table.tsx'
import { PresentModel, RollBackButtons, fullName } from './present-model.tsx'
import { Scorecard } from './scorecard.tsx'
import { useUpload, type Upload } from './use-upload.ts'
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
      <div className={styles.upload}>
        <progress aria-label={words.uploading} max={upload.bytes} value={upload.have} />
        <span>{words.progress(bytesText(upload.have), bytesText(upload.bytes))}</span>
      </div>
    )
  const { says, said, resumable } = upload
  return (
    <div className={styles.refused} role="alert">
      <p>{says}</p>
      {said !== '' && (
        <p className={styles.said}>
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
          {uses.map(({ time_str, model, name, version, by, why }, at) => (
            <tr key={`${time_str}${uses.length - at}`}>
              <td data-label={words.time}>{time_str}</td>
              <td data-label={words.name}>{model === null ? words.shipped : fullName(name, version)}</td>
              <td data-label={words.why}>{words.whys[why]}</td>
              <td data-label={words.by}>{by === '' ? words.device : by}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
