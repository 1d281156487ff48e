/**
 * `preview_event_param`: draws evidence on a real picture with parameters that are not saved yet
 * (docs/decisions/0018). Long because it also keeps the files of each session's previews.
 */
import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { param_issues, type Answer, type Body } from '@parking/contract'
import { countScenes } from '../camera/scene.store.ts'
import type { Deps } from '../core/deps.ts'
import { readParam } from '../params/param.store.ts'
import { retentionRule } from '../retention/retention.store.ts'
import { badFields, busy, failed } from '../core/refusal.ts'
import type { CallContext } from '../core/call-context.ts'
import { stampOf } from '../core/stamp.ts'
import { spaceOf } from '../core/files/disk-space.ts'
import { jpegOrientation } from '../core/files/jpeg-orientation.ts'
import { drawEvidence, frameSize, type DrawnPicture } from './drawing/draw.ts'
import { eventsPerDay, pictureAverages } from './event-frame.store.ts'
import type { EventParam } from './drawing/facts.ts'
import { forecastOf } from './forecast.ts'
import { findFrame, type Found } from './frame.ts'
import type { EvidenceFont } from './drawing/lettering.ts'
import { lotsAsDrawn } from '../events/record/lot-outline.ts'
import { planEvidence, type EvidencePlan } from './drawing/plan.ts'

type Preview = Answer<'preview_event_param'>
type Drawn = readonly DrawnPicture[] | undefined

/**
 * The newest request and the files of each session. A new request stops an older preview of the same session.
 * Only one preview is drawn at a time, across all sessions.
 */
export class EvidencePreviews {
  readonly newest = new Map<string, symbol>()
  readonly files = new Map<string, string[][]>()
  last: Promise<unknown> = Promise.resolve()
  n = 0
  #cleared: Promise<void> | undefined

  /** Deletes once the files that an earlier run of the server left behind. */
  clear(media_folder: string): Promise<void> {
    return (this.#cleared ??= rm(join(media_folder, folder), { recursive: true, force: true }))
  }
}

type Parts = { evidence_previews: EvidencePreviews; evidence_font: EvidenceFont }
type Needs = CallContext & Parts

const folder = 'previews'
const max_sessions = 20

export async function previewEventParam(
  { event_param, ...asked }: Body<'preview_event_param'>,
  context: Needs,
): Promise<Preview> {
  const param: EventParam = { ...readParam(context, 'event_param'), ...event_param }
  const issues = param_issues.event_param(param)
  if (issues.length > 0)
    throw badFields(issues.map((issue) => ({ ...issue, field: `event_param.${issue.field}` })))
  const previews = context.evidence_previews
  const cleared = previews.clear(context.media.folder)
  const request = Symbol('preview')
  previews.newest.delete(context.session.id)
  previews.newest.set(context.session.id, request)
  const shouldContinue = () => previews.newest.get(context.session.id) === request
  const result = previews.last.then(() => draw(param, asked, context, shouldContinue))
  previews.last = result.catch(() => undefined)
  const { found, plan, drawn } = await result
  await cleared
  return {
    ...shownOf(found, plan, drawn),
    pictures: await keep(drawn ?? [], previews, context),
    forecast: await forecast(param, drawn, context),
  }
}

async function draw(
  param: EventParam,
  asked: { camera_sn?: string | undefined; lot_no?: string | undefined },
  deps: Deps & Pick<Parts, 'evidence_font'>,
  shouldContinue: () => boolean,
): Promise<{ found: Found; plan: EvidencePlan | undefined; drawn: Drawn }> {
  if (!shouldContinue()) throw replaced()
  const found = await findFrame(asked, deps)
  if (!found.frame) return { found, plan: undefined, drawn: undefined }
  const font = deps.evidence_font()
  const { jpeg, given } = found.frame
  const unreadable = (error: unknown): never => {
    deps.log.warn({ err: error }, 'a picture could not be read for a preview')
    throw failed('The picture of this camera cannot be read')
  }
  const sizes = Object.fromEntries(
    await Promise.all(
      Object.entries(given).map(async ([kind, picture]) => [kind, await frameSize(picture, false)]),
    ).catch(unreadable),
  )
  const plan = planEvidence(
    param,
    lotsAsDrawn(found.facts, await jpegOrientation(jpeg), param.image_direction_adaption),
    await frameSize(jpeg, param.image_direction_adaption).catch(unreadable),
    font,
    sizes,
  )
  const drawn = await drawEvidence(jpeg, plan, font, { shouldContinue, given }).catch(unreadable)
  if (!drawn) throw replaced()
  return { found, plan, drawn }
}

const replaced = () => busy('A newer preview of this session has replaced this one')

function shownOf(
  { camera_sn, lot_no, frame }: Found,
  plan: EvidencePlan | undefined,
  drawn: Drawn,
): Omit<Preview, 'pictures' | 'forecast'> {
  const limits = (drawn ?? []).flatMap(({ kind, size, quality, gave_up }): Preview['warnings'] => {
    if (gave_up === 'size')
      return [
        {
          kind: 'shrunk',
          field: 'image_max_bytes',
          lot_nos: [],
          detail: `${kind} ${size.width}×${size.height}`,
        },
      ]
    return gave_up === 'quality' && quality < 60
      ? [{ kind: 'coarse', field: 'image_max_bytes', lot_nos: [], detail: `${kind} ${quality}` }]
      : []
  })
  return {
    source: frame?.source ?? 'none',
    time_str: frame ? stampOf(frame.taken_ms) : '',
    camera_sn,
    lot_no,
    texts: plan?.texts.map(({ field, text, box }) => ({ field, text, ...box })) ?? [],
    warnings: [...(plan?.warnings.map((one) => ({ ...one, lot_nos: [...one.lot_nos] })) ?? []), ...limits],
  }
}

/**
 * Stores the pictures. A session keeps its newest pictures and the previous ones, which a browser may still
 * be loading. Beyond twenty sessions, the least recently active session loses its pictures.
 */
async function keep(
  drawn: NonNullable<Drawn>,
  previews: EvidencePreviews,
  { media, now, session }: CallContext,
): Promise<Preview['pictures']> {
  await mkdir(join(media.folder, folder), { recursive: true, mode: 0o700 })
  const name = `${createHash('sha256').update(session.id).digest('hex').slice(0, 16)}-${++previews.n}`
  const kept = previews.files.get(session.id) ?? []
  const files = drawn.map(({ kind }) => `${folder}/${name}-${kind}.jpg`)
  await Promise.all(drawn.map(({ jpeg }, at) => media.files.write(files[at]!, jpeg, { forced: false })))
  previews.files.delete(session.id)
  previews.files.set(session.id, [files, ...kept.slice(0, 1)])
  const forgotten = [...previews.files.keys()].slice(0, Math.max(0, previews.files.size - max_sessions))
  const dropped = [...kept.slice(1), ...forgotten.flatMap((id) => previews.files.get(id) ?? [])].flat()
  for (const id of forgotten) {
    previews.files.delete(id)
    previews.newest.delete(id)
  }
  await Promise.all(dropped.map((file) => rm(join(media.folder, file), { force: true })))
  return drawn.map(({ kind, size, jpeg, quality }, at) => ({
    kind,
    url: media.address(files[at]!, now()),
    ...size,
    bytes: jpeg.length,
    quality,
  }))
}

async function forecast(
  param: EventParam,
  drawn: Drawn,
  { db, folder: data, now }: Deps,
): Promise<Preview['forecast']> {
  const averages = pictureAverages(db)
  const { free, total } = await spaceOf(data)
  return forecastOf({
    param,
    counted: eventsPerDay(db, now()),
    lot_num: countScenes(db).lot_num,
    measured: new Map((drawn ?? []).map(({ kind, jpeg }) => [kind, jpeg.length])),
    original: [...averages.values()].reduce((sum, { bytes, share }) => sum + Math.round(bytes * share), 0),
    share: (kind) => averages.get(kind)?.share ?? 1,
    disk: { free, total },
    retention_days: retentionRule({ db }).media_days,
  })
}
