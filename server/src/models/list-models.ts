/** Builds the data of the models page. */
import { type Answer, verdictOf } from '@parking/contract'
import type { AnalysisConnection } from '../core/analysis-connection.ts'
import type { CallContext } from '../core/call-context.ts'
import { notFound } from '../core/refusal.ts'
import { stampOf } from '../core/stamp.ts'
import { eventRows } from '../events/list/event-row.ts'
import { eventByUuid } from '../events/record/event.store.ts'
import type { ModelService } from './model-service.ts'
import { factsOf, modelInUse, previousUse } from './model-use.ts'
import { allModels, modelUses, trialOf, type ModelRecord, type TrialRow } from './model.store.ts'
import { emptyCard, medianOf, type Card } from './trial-card.ts'

type Needs = CallContext & { analysis: AnalysisConnection; models: ModelService }

const shown_uses = 20

export function listModels({ db, models_tool, model_folder, analysis, models }: Needs): Answer<'get_models'> {
  const in_use = modelInUse({ db })
  const works_with = models.works_with
  return {
    available: models_tool.available(),
    folder: model_folder !== undefined,
    list: allModels(db).map((row) => modelRow(row, in_use, trialOf(db, row.model))),
    uses: modelUses(db, shown_uses).map(({ model, name, version, at_ms, by, why, verdict, reason }) => ({
      time_str: stampOf(at_ms),
      model,
      name,
      version,
      by,
      why,
      verdict,
      reason,
    })),
    previous: previousUse({ db }) ?? null,
    program: {
      connected: analysis.peer !== null,
      shipped: analysis.peer?.models ?? null,
      ...(works_with !== undefined && { works_with }),
    },
  }
}

function modelRow(row: ModelRecord, in_use: string | null, trial: TrialRow | undefined) {
  const { name, version, licence, own_licence, source, decoder, labels, sha256, agpl } = factsOf(row.facts)
  return {
    model: row.model,
    file: row.file,
    name: name ?? '',
    version: version ?? '',
    licence: licence ?? '',
    own_licence: (own_licence ?? '').slice(0, 200),
    source: source ?? '',
    decoder: decoder ?? '',
    labels: labels ?? [],
    sha256: sha256 ?? '',
    bytes: row.bytes,
    state: row.state,
    reason: row.reason,
    said: row.said,
    agpl: agpl ?? false,
    create_time_str: stampOf(row.create_ms),
    created_by: row.created_by,
    in_use: row.model === in_use,
    trial: trial?.state ?? null,
    result: trialResult(trial, in_use) ?? null,
  }
}

/** What the last trial of a model found, if it has come to its end. */
export function trialResult(trial: TrialRow | undefined, in_use: string | null) {
  if (trial?.state !== 'done') return undefined
  const { recorded, confirmed } = cardOf(trial)
  const { entries, exits } = recorded
  const kinds = { entries, exits, confirmed }
  return { verdict: verdictOf(kinds), current: trial.against === in_use, ...kinds }
}

/** The card of an older version has no recorded events. */
const cardOf = ({ card }: TrialRow): Card => ({ ...emptyCard(0), ...(JSON.parse(card) as Partial<Card>) })

/** Throws 3000 for a model without a trial. */
export function scorecardOf(
  model: string,
  { db, media, now, models }: Pick<Needs, 'db' | 'media' | 'now' | 'models'>,
): Answer<'get_model_trial'> {
  const row = trialOf(db, model)
  if (!row) throw notFound('A trial of this model')
  const card = models.running(model) ?? cardOf(row)
  const { done, total, said, cameras, differences, looks, memory_mb, confirmed, recorded } = card
  const [running, candidate] = [medianOf(looks.running), medianOf(looks.candidate)]
  return {
    state: row.state,
    time_str: stampOf(row.at_ms),
    against: { model: row.against, name: row.against_name, version: row.against_version },
    done,
    total,
    said,
    cameras,
    differences: differences.map(({ path, ...one }) => ({ ...one, picture: media.address(path, now()) })),
    look_ms: running === null || candidate === null ? null : { running, candidate },
    memory_mb: memory_mb.running === 0 ? null : memory_mb,
    confirmed,
    recorded: {
      ...recorded,
      differences: recorded.differences.map(({ event_ms, ...one }) => ({
        ...one,
        event_time_str: stampOf(event_ms),
        picture: pictureOf(one.uuid, { db, media, now }),
      })),
    },
  }
}

/** The address of the event's picture as users may see it; empty if there is none any more. */
function pictureOf(uuid: string, { db, media, now }: Pick<Needs, 'db' | 'media' | 'now'>): string {
  const event = eventByUuid(db, uuid)
  const [row] = event ? eventRows(db, media, [event.event_id], now()) : []
  return row?.pictures.find(({ kind }) => kind === 'image')?.url ?? ''
}
