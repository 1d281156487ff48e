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
import { ModelsTable } from './models-table.tsx'
import { PresentModel, RollBackButtons } from './present-model.tsx'
import { Scorecard } from './scorecard.tsx'
import { UploadState } from './upload-state.tsx'
import { useUpload } from './use-upload.ts'
import { UsesTable } from './uses-table.tsx'

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
