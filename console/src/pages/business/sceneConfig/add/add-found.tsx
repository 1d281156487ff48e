/**
 * Cameras found on the network, and the account for those selected: one is connected and previewed, several
 * are added at once. Nothing appears or disappears while a user selects. Long because all share one list.
 */
import { camera_signin } from '@parking/contract/camera/camera.ts'
import { useId, useState } from 'react'
import type { AnswerAt } from '#src/core/api.ts'
import { Field } from '#src/forms/field.tsx'
import { Form } from '#src/forms/form.tsx'
import { useCall } from '#src/core/queries.ts'
import { Button } from '#src/ui/button/button.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { RefreshIcon } from '#src/ui/icons.tsx'
import { SkeletonRows } from '#src/ui/state/skeleton-rows.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { useWords } from '#src/core/words.ts'
import type { Method } from './add-camera.tsx'
import styles from './add.module.css'
import list_styles from './add-list.module.css'
import form_styles from '../connect/connect.module.css'
import type { TriedCamera } from './add-forms.tsx'
import { ConnectProgress, useConnectIssues } from '../connect/connect-kind.tsx'
import { OutcomeTag } from './outcome-tag.tsx'
import { ActionRow, SubmitRow } from '../connect/submit-row.tsx'
import { LoadFailed } from '#src/tables/loaded.tsx'
import { useTry } from '../connect/use-try.ts'
import { batchCounts } from '#src/lib/batch-counts.ts'
import { useAddCameras, type Outcome } from './use-add-cameras.ts'

export type Found = AnswerAt<'/api/camera/discover_cameras'>['list'][number]

export function FoundCameras({
  onTried,
  onMethod,
  onClose,
}: {
  /** Called with the one selected camera when it has answered with its picture. */
  onTried: (found: Found, seen: TriedCamera) => void
  onMethod: (method: Method) => void
  onClose: () => void
}) {
  const words = useWords('camera')
  const text = words.wizard.found
  const search = useCall('/api/camera/discover_cameras', {})
  const [filter, setFilter] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<string>>()
  const { outcomes, running: adding, run } = useAddCameras()
  const trying = useTry('/api/camera/try_onvif_camera')
  const running = adding || trying.running
  const issues = useConnectIssues('onvif', trying.error, no_urls)
  const id = useId()

  const all = search.data?.list ?? []
  const stateOf = (one: Found): Outcome | undefined => outcomes.get(one.endpoint)
  const isAdded = (one: Found) => one.known || stateOf(one)?.state === 'added'
  const shown = all.filter((one) =>
    `${one.name} ${one.location} ${one.model} ${one.ipv4}:${one.onvif_port}`
      .toLowerCase()
      .includes(filter.trim().toLowerCase()),
  )
  const fresh = all.filter((one) => !isAdded(one))
  // The only one that is left needs no choice.
  const chosen = selected ?? new Set(fresh.length === 1 ? fresh.map((one) => one.endpoint) : [])
  const wanted = fresh.filter((one) => chosen.has(one.endpoint))
  const [first] = wanted
  const added = all.filter((one) => stateOf(one)?.state === 'added').length
  const select = (endpoints: readonly string[], on: boolean) =>
    setSelected(
      new Set(on ? [...chosen, ...endpoints] : [...chosen].filter((one) => !endpoints.includes(one))),
    )
  const fresh_shown = shown.filter((one) => !isAdded(one)).map((one) => one.endpoint)

  // After several, what is left of them is added the same way.
  const single = wanted.length === 1 && outcomes.size === 0 ? first : undefined
  const done = outcomes.size > 0 && added === outcomes.size && wanted.length === 0 && !running

  async function submit(account: { username: string; password: string }) {
    if (single) {
      const { ipv4, onvif_port, service_path = '' } = single
      const body = { ...account, ipv4, onvif_port, service_path }
      const tried = await trying.run(body)
      if (tried) onTried(single, { tried, body })
    } else
      await run(
        wanted.map((one) => ({
          key: one.endpoint,
          body: {
            ...account,
            camera_name: nameOf(one) || one.ipv4,
            ipv4: one.ipv4,
            onvif_port: one.onvif_port,
            service_path: one.service_path ?? '',
          },
        })),
      )
  }

  const again = (
    <Button
      aria-disabled={search.isFetching}
      onClick={() => {
        if (!search.isFetching && !running) void search.refetch()
      }}
    >
      <RefreshIcon />
      {text.again}
    </Button>
  )
  return (
    <div className="stack">
      <p className={`note below-12 ${form_styles.hint}`}>{text.hint}</p>
      <p className={`bold figures ${list_styles.progress}`} role="status">
        {search.isFetching
          ? text.searching
          : adding || outcomes.size > 0
            ? words.many.progress(outcomes.size, batchCounts(outcomes.values()))
            : search.data && all.length > 0
              ? text.count(all.length, fresh.length)
              : ''}
      </p>
      {!search.data && search.isError && <LoadFailed query={search} title={text.failed} />}
      {!search.data && !search.isError && <SkeletonRows rows={4} />}
      {search.data && all.length === 0 && !search.isFetching && (
        <EmptyState
          title={text.none}
          action={
            <div className={`flex wrap to-end gap-8 ${form_styles.actions}`}>
              {again}
              <Button variant="primary" onClick={() => onMethod('onvif')}>
                {text.by_address}
              </Button>
            </div>
          }
        >
          {text.none_body}
        </EmptyState>
      )}
      {all.length > 0 && (
        <>
          <div className={`flex wrap gap-8 ${styles.bar}`}>
            <input
              type="search"
              className="input"
              aria-label={text.filter}
              placeholder={text.filter_hint}
              value={filter}
              onChange={(event) => setFilter(event.currentTarget.value)}
            />
            {again}
          </div>
          {fresh_shown.length > 1 && (
            <label className={`inline-row gap-8 text-13 ${styles.all}`}>
              <input
                type="checkbox"
                checked={fresh_shown.every((one) => chosen.has(one))}
                disabled={running}
                onChange={(event) => select(fresh_shown, event.currentTarget.checked)}
              />
              {text.all}
            </label>
          )}
          <ul className={`bordered round-6 ${list_styles.found}`} aria-label={text.list}>
            {shown.length === 0 && <li className={`note below-12 ${form_styles.hint}`}>{text.no_match}</li>}
            {shown.map((one, at) => (
              <li key={one.endpoint}>
                <label className="stretched row slim gap-8 anywhere pointer">
                  <input
                    type="checkbox"
                    checked={isAdded(one) || chosen.has(one.endpoint)}
                    disabled={isAdded(one) || running}
                    aria-describedby={`${id}-${at}`}
                    onChange={(event) => select([one.endpoint], event.currentTarget.checked)}
                  />
                  <strong>{nameOf(one) || text.unnamed}</strong>
                </label>
                <span id={`${id}-${at}`} className={`note figures anywhere ${list_styles.address}`}>
                  {[one.model, one.location, `${one.ipv4}:${one.onvif_port}`].filter(Boolean).join(' · ')}
                </span>
                {stateOf(one) ? (
                  <OutcomeTag outcome={stateOf(one)} />
                ) : (
                  one.known && <StatusTag tone="ok">{text.known}</StatusTag>
                )}
              </li>
            ))}
          </ul>
          {done ? (
            <ActionRow>
              <Button variant="primary" onClick={onClose}>
                {text.done}
              </Button>
            </ActionRow>
          ) : (
            <Form
              schema={camera_signin}
              values={admin}
              issues={issues.some(({ field }) => field === 'password') ? issues : no_issues}
              draft="camera-signin"
              fresh
              {...(wanted.length === 0 && { locked: text.pick })}
              onSave={submit}
            >
              <p className={`note below-12 ${form_styles.hint}`}>
                {wanted.length === 0 ? text.pick : text.account(wanted.length)}
              </p>
              <div className={`grid gap-4-12 ${styles.halves}`}>
                <Field name="username" label={words.form.username} />
                <Field name="password" label={words.form.password} />
              </div>
              <ConnectProgress kind="onvif" trying={trying} error={single && trying.error} />
              <SubmitRow
                label={single || wanted.length === 0 ? words.form.submit : text.many(wanted.length)}
                why={wanted.length === 0 ? text.pick : undefined}
              />
            </Form>
          )}
        </>
      )}
    </div>
  )
}

const admin = { username: 'admin' }
const no_urls = { frame_url: '', stream_url_main: '' }
const no_issues: ReturnType<typeof useConnectIssues> = []

/** The name that the camera reports, unless it only repeats the model. */
const nameOf = ({ name, model, location }: Found): string =>
  (name !== '' && name !== model ? name : location || name || model).slice(0, 64)
