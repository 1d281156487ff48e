/**
 * Uploads, tries, promotes and rolls back models of users (docs/models.md).
 * Long because the parts of an upload share its files.
 */
import {
  type Answer,
  type Body,
  type JudgedKinds,
  type model_calls,
  type ModelVerdictWord,
  needsReason,
} from '@parking/contract'
import type { AnalysisConnection } from '../core/analysis-connection.ts'
import type { CallContext, Handlers } from '../core/call-context.ts'
import type { SingleRun } from '../core/flow/single-run.ts'
import { busy, failed, notFound } from '../core/refusal.ts'
import { listModels, scorecardOf, trialResult } from './list-models.ts'
import type { ModelService } from './model-service.ts'
import {
  dropModelFolder,
  incomingFolder,
  nameFile,
  partFile,
  storeArchive,
  type StoredModel,
  storeFolder,
} from './model-folder.ts'
import { changeModel, factsOf, modelInUse, previousUse } from './model-use.ts'
import { addModel, modelOf, type ModelRecord, removeModel, trialOf } from './model.store.ts'
import { dropTrialPictures } from './trial.ts'
import { ArchiveRefused } from './unzip.ts'
import { createHash } from 'node:crypto'
import { open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isFull, type Space, spaceOf } from '../core/files/disk-space.ts'
import { ensureFolder } from '../core/files/spool-file.ts'

type Needs = CallContext & { analysis: AnalysisConnection; models: ModelService; model_upload: SingleRun }

const uploading = () => busy('Another part of the upload is being stored')

export const model_handlers = {
  get_models: (_, context) => listModels(context),

  begin_model_upload: (file, context) =>
    context.model_upload.run(uploading, () => beginUpload(file, context)),

  add_model_part: (part, context) => context.model_upload.run(uploading, () => addPart(part, context)),

  finish_model_upload: ({ upload }, context) =>
    context.model_upload.run(uploading, async () => {
      const { folder } = context
      const file = await readFile(nameFile(folder, upload), 'utf8').catch(() => '')
      const answer = await take(file, context, () => storeArchive(folder, partFile(folder, upload)))
      if (answer.refused !== 'full') await dropUpload(folder, upload)
      return answer
    }),

  take_model_folder: (_, context) =>
    context.model_upload.run(uploading, () => {
      const from = context.model_folder
      if (from === undefined) throw notFound('A folder of models')
      return take(basename(from).slice(0, 200), context, () => storeFolder(context.folder, from))
    }),

  async try_model({ model }, context) {
    await checkedModel(model, context)
    context.models.try(model)
    return {}
  },

  async stop_model_trial(_, { models }) {
    await models.stopTrial()
    return {}
  },

  get_model_trial: ({ model }, context) => scorecardOf(model, context),

  async promote_model({ model, agpl, reason = '' }, context) {
    const { facts } = await checkedModel(model, context)
    if (factsOf(facts).agpl === true && !agpl)
      throw failed('The weights are under the AGPL: agree to its terms first')
    const in_use = modelInUse(context)
    if (in_use === model) return {}
    const result = triedResult(model, in_use, context)
    const { verdict } = result
    const typed = reason.trim()
    if (needsReason(verdict) && typed === '') throw failed(`${sentenceOf(result)}: type a reason`)
    changeModel(model, { by: context.session.username, why: 'promoted', verdict, reason: typed }, context)
    return {}
  },

  roll_back_model({ to }, context) {
    const previous = previousUse(context)
    const present = modelInUse(context)
    const target = to === 'shipped' ? null : previous?.model
    if (target === undefined || target === present) throw failed('There is no other model to return to')
    changeModel(target, { by: context.session.username, why: 'rolled_back' }, context)
    return {}
  },

  async delete_model({ model }, context) {
    const { db, findings, folder, models } = context
    if (!modelOf(db, model)) throw notFound('This model')
    if (modelInUse(context) === model) throw failed('This model is in use')
    if (models.running(model)) await models.stopTrial()
    removeModel(db, model)
    findings.settle(`models/${model}`)
    await dropModelFolder(folder, model)
    await dropTrialPictures(context, model)
    return {}
  },
} satisfies Handlers<keyof typeof model_calls, Needs>

/** The result of a trial against the model in use, without which no model is used. */
function triedResult(model: string, in_use: string | null, { db }: Pick<Needs, 'db'>) {
  const result = trialResult(trialOf(db, model), in_use)
  if (!result) throw failed('This model has no result of a trial: try it first')
  if (!result.current) throw failed('Another model is in use since its trial: try it again')
  return result
}

/** What a trial found, as a sentence. */
function sentenceOf({ verdict, ...kinds }: JudgedKinds & { readonly verdict: ModelVerdictWord }): string {
  if (verdict === 'unknown') return 'Its trial could judge no recorded event'
  const found = (['entries', 'exits', 'confirmed'] as const).map((kind) => {
    const { events, running, candidate } = kinds[kind]
    return `${kind} ${candidate} of ${events} (the model in use ${running})`
  })
  return `Its trial found it ${verdict}: ${found.join(', ')}`
}

/** Also compares its files with its id. */
async function checkedModel(
  model: string,
  { db, models }: Pick<Needs, 'db' | 'models'>,
): Promise<ModelRecord> {
  const row = modelOf(db, model)
  if (!row) throw notFound('This model')
  if (row.state !== 'checked') throw failed('This model has not passed its check')
  if (!(await models.isSound(model))) throw failed('The files of this model are damaged: upload it again')
  return row
}

/**
 * Stores the files first, then the row: files that a crash leaves without a row are removed at the next
 * start.
 */
async function take(
  file: string,
  { db, now, session, models, models_tool }: Needs,
  store: () => Promise<StoredModel>,
): Promise<Answer<'finish_model_upload'>> {
  if (!models_tool.available()) throw failed('This device has no program that checks models')
  try {
    const { model, bytes } = await store()
    addModel(db, { model, file, bytes, created_by: session.username, create_ms: now() })
    await models.isSound(model)
    models.check(model)
    return { model, refused: null, said: '' }
  } catch (error) {
    if (error instanceof ArchiveRefused)
      return { model: null, refused: error.reason, said: error.message.slice(0, 300) }
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOSPC') return { model: null, refused: 'full', said: '' }
    if (code === 'ENOENT') throw notFound('The upload')
    throw error
  }
}

/**
 * Uploads a model in parts, directly to the disk. An interrupted upload continues where it stopped, even
 * after a restart: name, size and time of the file identify it, and the size of the stored part shows its
 * progress.
 */
type Target = { folder: string; space?: ((folder: string) => Promise<Space>) | undefined }

const uploadOf = ({ name, bytes, modified_ms }: Body<'begin_model_upload'>): string =>
  createHash('sha256').update(`${name}\n${bytes}\n${modified_ms}`).digest('hex').slice(0, 32)

const sizeOf = async (path: string): Promise<number | undefined> =>
  (await stat(path).catch(() => undefined))?.size

/**
 * Returns how many bytes are already stored. `full`: the disk has no room for the archive and its unpacked
 * content.
 */
async function beginUpload(
  file: Body<'begin_model_upload'>,
  { folder, space = spaceOf }: Target,
): Promise<{ upload: string; have: number; full: boolean }> {
  const upload = uploadOf(file)
  await ensureFolder(incomingFolder(folder))
  for (const name of await readdir(incomingFolder(folder)))
    if (/\.(part|name)$/.test(name) && !name.startsWith(`${upload}.`))
      await rm(join(incomingFolder(folder), name), { force: true })
  const have = (await sizeOf(partFile(folder, upload))) ?? 0
  const found = await space(folder)
  if (isFull({ ...found, free: found.free - (file.bytes - have) - file.bytes }))
    return { upload, have, full: true }
  await writeFile(nameFile(folder, upload), file.name, { mode: 0o600 })
  const handle = await open(partFile(folder, upload), 'a', 0o600)
  await handle.close()
  return { upload, have, full: false }
}

/** Writes the next part. A part with another offset is not written: the answer says where to continue. */
async function addPart(
  { upload, offset, data }: Body<'add_model_part'>,
  { folder }: Target,
): Promise<{ have: number; full: boolean }> {
  const path = partFile(folder, upload)
  const have = await sizeOf(path)
  if (have === undefined) throw notFound('This upload')
  if (have !== offset) return { have, full: false }
  const handle = await open(path, 'r+')
  try {
    const bytes = Buffer.from(data, 'base64')
    await handle.write(bytes, 0, bytes.length, have)
    return { have: have + bytes.length, full: false }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    await handle.truncate(have)
    return { have, full: true }
  } finally {
    await handle.close()
  }
}

async function dropUpload(folder: string, upload: string): Promise<void> {
  for (const path of [partFile(folder, upload), nameFile(folder, upload)]) await rm(path, { force: true })
}
