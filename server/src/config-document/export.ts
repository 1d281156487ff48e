/**
 * Writes the configuration as a file. The answer of the call is the download: no copy remains on the device,
 * and no address leads to it.
 */
import {
  document_bytes,
  document_format,
  document_suffix,
  document_version,
  passphraseIssue,
  type Answer,
  type Body,
  type ParamDocument,
} from '@parking/contract'
import type { BoxClock } from '../device/box-clock.ts'
import type { DocumentState } from './document-state.ts'
import { badField, busy, failedBecause } from '../core/refusal.ts'
import type { CallContext } from '../core/call-context.ts'
import { stampOf } from '../core/stamp.ts'
import { checksumOf, printed } from './canonical.ts'
import { storedConfiguration, systemSections, type Configuration, type Sections } from './current.ts'
import { wrap, type Cost } from './wrap.ts'

type Needs = CallContext & { document: DocumentState; box_clock: BoxClock }

export type WrapOptions = { cost?: Cost; random?: (bytes: number) => Buffer }

/**
 * The whole configuration, or with `commissioning` the part that new boxes share. Throws 1000 for a weak
 * passphrase and a missing name, and 6000 while another export derives its key: a small box has enough
 * memory for only one at a time.
 */
export async function exportDocument(
  { secrets, passphrase, commissioning }: Body<'export_document'>,
  context: Needs,
  options?: WrapOptions,
): Promise<Answer<'export_document'>> {
  const { now } = context
  const issue = secrets === 'wrapped' ? passphraseIssue(passphrase) : undefined
  if (issue) throw badField('passphrase', issue, issue === 'too_short' ? 12 : undefined)
  if (commissioning?.sections.includes('device') && commissioning.device_name.trim() === '')
    throw badField('commissioning.device_name', 'required')
  return context.document.exporting.run(
    () => busy('The configuration is being written already'),
    async () => {
      const { host_name, host_model, host_sn } = await context.host.identity()
      const made = { time: stampOf(now()), host_name, host_model, host_sn, software: context.version }
      const system = await systemSections(context)
      const stored = storedConfiguration(context)
      const whole: Configuration = {
        sections: { ...stored.sections, ...system },
        secrets: stored.secrets,
      }
      const configuration = commissioning ? sharedPart(whole, commissioning) : whole
      const content = await documentText(
        configuration,
        made,
        secrets === 'wrapped' ? passphrase : undefined,
        options,
      )
      const bytes = Buffer.byteLength(content.text)
      if (bytes > document_bytes)
        throw failedBecause('document_too_large', 'The configuration is larger than a file may be')
      const held = configuration.secrets
      const what = commissioning ? 'commissioning' : plain(host_sn)
      return {
        file_name: `parking-${what}-${made.time.replaceAll(/\D+/g, '-')}${document_suffix}`,
        content: content.text,
        secrets: secrets === 'wrapped' ? held.params.length + held.cameras.length : 0,
        bytes,
        checksum: content.checksum,
      }
    },
  )
}

/** The chosen sections with their secrets. The place belongs to one box, so only its region is passed on. */
function sharedPart(
  { sections, secrets }: Configuration,
  { sections: chosen, device_name }: NonNullable<Body<'export_document'>['commissioning']>,
): Configuration {
  const { device } = sections
  const shared: Sections = Object.fromEntries(
    chosen.flatMap((name) => (sections[name] === undefined ? [] : [[name, sections[name]]])),
  )
  const { detail_address: _, longitude: __, latitude: ___, ...region } = device ?? { name: '' }
  return {
    sections: { ...shared, ...(shared.device && { device: { ...region, name: device_name } }) },
    secrets: {
      params: secrets.params.filter(({ group }) => chosen.includes(group)),
      cameras: [],
    },
  }
}

/** The text of the file with its checksum. Without a passphrase it contains no secret. */
export async function documentText(
  { sections, secrets }: Configuration,
  made: ParamDocument['made'],
  passphrase: string | undefined,
  options?: WrapOptions,
): Promise<{ text: string; checksum: string }> {
  const bound = { format: document_format, version: document_version, made, sections } as const
  const wrapped: ParamDocument['secrets'] =
    passphrase === undefined ? { kind: 'left_out' } : await wrap(secrets, passphrase, bound, options)
  const document = { ...bound, secrets: wrapped }
  const checksum = checksumOf(document)
  return { text: `${printed({ ...document, checksum })}\n`, checksum }
}

const plain = (text: string): string => text.replaceAll(/[^A-Za-z0-9-]+/g, '-') || 'device'
