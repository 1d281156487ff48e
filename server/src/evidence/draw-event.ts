/**
 * Draws the evidence of one stored event and stores it in addition to its original pictures. Can be repeated
 * after a crash at any point.
 */
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { ensureFolder, syncFolder } from '../core/files/spool-file.ts'
import { findScenes } from '../camera/scene.store.ts'
import type { Deps } from '../core/deps.ts'
import { jpegSize } from '@parking/contract/core/jpeg.ts'
import { jpegOrientation } from '../core/files/jpeg-orientation.ts'
import { picturesOf } from '../events/record/event.store.ts'
import { afterProcessing } from '../events/record/next-status.ts'
import { readParam } from '../params/param.store.ts'
import { drawnPath, picturePath } from '../events/record/event-paths.ts'
import {
  eventToDraw,
  isHeld,
  outcome,
  plateBoxOf,
  settleEvidence,
  type EvidenceRow,
} from '../events/record/evidence.store.ts'
import { drawEvidence, frameSize } from './drawing/draw.ts'
import { factsOf } from './frame.ts'
import type { EvidenceFont } from './drawing/lettering.ts'
import { lotsAsDrawn } from '../events/record/lot-outline.ts'
import { planEvidence } from './drawing/plan.ts'

type Needs = Deps & { evidence_font: EvidenceFont }

/** Rejects only if the disk or the database fails; the caller then tries again. */
export async function drawEvent(deps: Needs, event_id: number): Promise<void> {
  const { db, log, media } = deps
  const event = eventToDraw(db, event_id)
  if (!event) return
  const param = readParam(deps, 'event_param')
  // Privacy protection that was on when the event was recorded applies, even if it has since been switched
  // off.
  const held = isHeld(db, event_id)
  if (!param.images_process && !held) return settle(outcome.as_it_came)
  const given: Record<string, Buffer> = {}
  for (const { position, kind } of picturesOf(db, event_id)) {
    const content = await media.files
      .read(picturePath(event.create_ms, event.uuid, position))
      .catch(() => undefined)
    if (content && jpegSize(content)) given[kind] ??= content
  }
  const { image, ...cut } = given
  const drawn =
    image &&
    (await draw(image, cut).catch(
      (error: unknown) =>
        void log.warn({ err: error, uuid: event.uuid }, 'the pictures of an event could not be drawn'),
    ))
  if (!drawn) return settle(held ? outcome.withheld : outcome.as_it_came)
  const rows = []
  await ensureFolder(dirname(join(media.folder, drawnPath(event.create_ms, event.uuid, 0))))
  for (const [position, { kind, jpeg, size }] of drawn.entries()) {
    await media.files.write(drawnPath(event.create_ms, event.uuid, position), jpeg, { forced: true })
    rows.push({ kind, ...size, bytes: jpeg.length, sha256: createHash('sha256').update(jpeg).digest() })
  }
  await syncFolder(dirname(join(media.folder, drawnPath(event.create_ms, event.uuid, 0))))
  settle(outcome.drawn, rows)

  /** Stores the outcome; the event moves to its next status in the same transaction. */
  function settle(
    became: (typeof outcome)[keyof typeof outcome],
    pictures: readonly Omit<EvidenceRow, 'event_id' | 'position'>[] = [],
  ): void {
    db.transaction(() => {
      settleEvidence(db, event_id, became, pictures)
      afterProcessing(deps, event_id)
    })
  }

  async function draw(frame: Buffer, pieces: { car?: Buffer; plate?: Buffer }) {
    const { uuid: _uuid, event_ms, create_ms: _create, scene_id, ...known } = event!
    const plate_box = plateBoxOf(db, event_id)
    const about = {
      ...(await factsOf({ ...known, taken_ms: event_ms, scene: findScenes(db, { scene_id })[0] }, deps)),
      ...(plate_box && { plate_box }),
    }
    const facts = lotsAsDrawn(about, await jpegOrientation(frame), param.image_direction_adaption)
    const wanted = { ...param, images_process: true, privacy_protection: param.privacy_protection || held }
    const font = deps.evidence_font()
    const sizes = Object.fromEntries(
      await Promise.all(
        Object.entries(pieces).map(async ([kind, picture]) => [kind, await frameSize(picture, false)]),
      ),
    )
    return drawEvidence(
      frame,
      planEvidence(wanted, facts, await frameSize(frame, param.image_direction_adaption), font, sizes),
      font,
      { given: pieces },
    )
  }
}
