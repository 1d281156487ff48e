/**
 * The rules between the parts of a document, beyond the schema of each. For single calls, the same rules are
 * checked against the database.
 */
import {
  common_form,
  hostPortOf,
  hostPortOrEmpty,
  issuesOf,
  networkText,
  onvif_form,
  parseNetwork,
  type Issue,
  type IssueKind,
} from '@parking/contract'
import { hostIssue, urlIssue, type Reach } from '../core/outbound/address.ts'
import { trustIssue } from '../core/outbound/trust.ts'
import type { DocumentCamera, Sections } from './current.ts'
import { momentIn } from '../core/zone.ts'

/**
 * All faults, each with its path in the file. `now` is the current clock: unchanged settings need no check.
 */
export function crossIssues(sections: Sections, now: Sections, reach: Reach): Issue[] {
  return [
    ...timeIssues(sections.time, now.time, reach),
    ...whitelistIssues(sections),
    ...cameraIssues(sections, reach),
    ...sceneIssues(sections),
  ]
}

function timeIssues(time: Sections['time'], now: Sections['time'], reach: Reach): Issue[] {
  if (!time) return []
  const zone: Issue[] =
    time.time_zone === now?.time_zone || isZone(time.time_zone)
      ? []
      : [{ field: 'sections.time.time_zone', issue: 'time_zone' }]
  if (time.ntp_server === now?.ntp_server) return zone
  const checked = hostPortOrEmpty().safeParse(time.ntp_server)
  const host = hostPortOf(time.ntp_server)?.host
  const issue: IssueKind | undefined = !checked.success
    ? 'host'
    : host === undefined
      ? undefined
      : hostIssue(host, reach)
  return issue ? [...zone, { field: 'sections.time.ntp_server', issue }] : zone
}

function isZone(zone: string): boolean {
  try {
    momentIn('2026-01-01 00:00:00', zone, 0)
    return true
  } catch {
    return false
  }
}

function whitelistIssues({ whitelist }: Sections): Issue[] {
  const lines = (whitelist?.list ?? []).map(({ address }) => networkText(parseNetwork(address)!))
  return repeated(lines, (at) => `sections.whitelist.list.${at}.address`)
}

function cameraIssues({ cameras }: Sections, reach: Reach): Issue[] {
  const list = cameras?.list ?? []
  const field = (at: number, name: string) => `sections.cameras.list.${at}.${name}`
  const places = list.map((camera) =>
    camera.onvif_supported
      ? `onvif ${camera.ipv4}:${camera.onvif_port} ${camera.source_token ?? ''}`
      : `common ${camera.frame_url || camera.stream_url_main}`,
  )
  return [
    ...repeated(
      list.map(({ camera_sn }) => camera_sn),
      (at) => field(at, 'camera_sn'),
    ),
    ...repeated(places, (at) =>
      field(at, list[at]?.onvif_supported ? 'ipv4' : list[at]?.frame_url ? 'frame_url' : 'stream_url_main'),
    ),
    ...list.flatMap((camera, at) =>
      [...formIssues(camera), ...reachIssues(camera, reach)].map((issue) => ({
        ...issue,
        field: field(at, issue.field),
      })),
    ),
  ]
}

/** Checks a camera with the schemas for adding a camera. */
function formIssues(camera: DocumentCamera): Issue[] {
  const { camera_name, ipv4, onvif_port, username, stream_url_main, stream_url_sub, frame_url } = camera
  const form = camera.onvif_supported
    ? { camera_name, ipv4, onvif_port, username, password: '' }
    : { camera_name, username, password: '', stream_url_main, stream_url_sub, frame_url }
  const checked = (camera.onvif_supported ? onvif_form : common_form).safeParse(form)
  const issues = checked.success ? [] : issuesOf(checked.error, form)
  const trust = trustIssue(camera.server_trust ?? '')
  if (trust) issues.push({ field: 'server_trust', issue: trust })
  return !camera.onvif_supported && frame_url === '' && stream_url_main === ''
    ? [...issues, { field: 'frame_url', issue: 'required' }]
    : issues
}

function reachIssues(camera: DocumentCamera, reach: Reach): Issue[] {
  const urls = (['stream_url_main', 'stream_url_sub', 'frame_url'] as const).map((field) => ({
    field,
    issue: urlIssue(camera[field], reach),
  }))
  const found = camera.onvif_supported
    ? [{ field: 'ipv4', issue: hostIssue(camera.ipv4, reach) }, ...urls]
    : urls
  return found.flatMap(({ field, issue }) => (issue ? [{ field, issue }] : []))
}

function sceneIssues({ scenes, cameras }: Sections): Issue[] {
  const list = scenes?.list ?? []
  const known = cameras && new Set(cameras.list.map(({ camera_sn }) => camera_sn))
  const lots = list.flatMap((scene, at) =>
    scene.lots.map(({ lot_no }, position) => ({
      lot_no,
      field: `sections.scenes.list.${at}.lots.${position}.lot_no`,
    })),
  )
  return [
    ...repeated(
      list.map(({ scene_id }) => scene_id),
      (at) => `sections.scenes.list.${at}.scene_id`,
    ),
    ...list.flatMap(({ camera_sn }, at): Issue[] =>
      known && !known.has(camera_sn)
        ? [{ field: `sections.scenes.list.${at}.camera_sn`, issue: 'not_found' }]
        : [],
    ),
    ...repeated(
      lots.map(({ lot_no }) => lot_no),
      (at) => lots[at]?.field ?? '',
    ),
  ]
}

function repeated(values: readonly string[], fieldOf: (at: number) => string): Issue[] {
  const seen = new Set<string>()
  return values.flatMap((value, at): Issue[] => {
    if (seen.has(value)) return [{ field: fieldOf(at), issue: 'duplicate' }]
    seen.add(value)
    return []
  })
}
