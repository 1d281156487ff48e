/**
 * Tests one address of the platform with settings that are not saved yet (docs/platform.md, "Test requests"),
 * and returns what was sent and received.
 */
import { randomUUID } from 'node:crypto'
import {
  event_type,
  maskedUrl,
  platform_urls,
  secret_mask,
  urlSecrets,
  type Answer,
  type Body,
  type Issue,
  type PlatformUrl,
} from '@parking/contract'
import type { Deps } from '../core/deps.ts'
import type { PlatformExchange } from '../ports/platform-port.ts'
import { urlIssue } from '../core/outbound/address.ts'
import { badField, badFields } from '../core/refusal.ts'
import { placeIssues, withStoredUrls } from '../params/param-change.ts'
import { trustIssues } from '../params/param-hosts.ts'
import { unmasked } from '../params/extra-info.ts'
import {
  heartbeatBody,
  introductionBody,
  signInBody,
  tokenOf,
  type HeartbeatNeeds,
} from './platform-bodies.ts'
import { openMask, type Mask } from './platform-mask.ts'
import { platformParam, type PlatformParam } from './platform-param.store.ts'
import { testEvent, testPictures } from './test-event.ts'

type Needs = Deps & HeartbeatNeeds

type Exchange = Answer<'test_platform'>['list'][number]

const max_shown = 20_000

/**
 * Signs in first if the address needs it, and stops at the first failure. Throws a refusal if the settings
 * themselves are invalid.
 */
export async function testPlatform(
  { url_name, ...typed }: Body<'test_platform'>,
  deps: Needs,
): Promise<Answer<'test_platform'>> {
  if (typed[url_name] === '') throw badField(url_name, 'required')
  const issues: Issue[] = platform_urls.flatMap((field) => {
    const issue = (field === url_name || field === 'auth_url') && urlIssue(typed[field], deps)
    return issue ? [{ field, issue }] : []
  })
  const stored = platformParam(deps)
  issues.push(
    ...placeIssues('platform_param', stored, typed, typed),
    ...trustIssues({ server_trust: typed.server_trust }),
  )
  if (issues.length > 0) throw badFields(issues)
  const param: PlatformParam = {
    ...withStoredUrls('platform_param', stored, typed),
    server_trust: typed.server_trust ?? stored.server_trust,
    extra_info: unmasked(typed.extra_info, stored.extra_info),
  }
  const { host_sn: device_sn } = await deps.host.identity()
  const mask = openMask(param.extra_info)
  for (const secret of platform_urls.flatMap((field) => urlSecrets(param[field]))) mask.hide(secret)
  const list: Exchange[] = []
  let token: string | undefined
  if (param.auth_url !== '') {
    const body = signInBody(param, device_sn, deps.now())
    mask.hide(body.sign)
    const look = await deps.platform.look(
      param.auth_url,
      { ...body, test: true },
      { trust: param.server_trust },
    )
    const given = tokenOf(look.data)
    if (given) mask.hide((token = given.token))
    list.push(
      shownAs(
        'auth_url',
        param.auth_url,
        look.failed || given
          ? look
          : { ...look, failed: 'protocol', said: 'There is no token in the answer' },
        mask,
      ),
    )
    if (list.some(({ failed }) => failed !== null) || url_name === 'auth_url') return { list }
  }
  const key = randomUUID()
  const look = await deps.platform.look(
    param[url_name],
    { ...(await bodyFor(url_name, param, device_sn, key, deps)), test: true },
    {
      trust: param.server_trust,
      ...(token === undefined ? {} : { token }),
      ...(url_name === 'data_url' || url_name === 'timer_data_url' ? { key } : {}),
    },
  )
  list.push(shownAs(url_name, param[url_name], look, mask))
  return { list }
}

/**
 * The request that the device would send. The test event cannot be billed, even if the platform does not know
 * the test mark.
 */
async function bodyFor(
  url_name: PlatformUrl,
  param: PlatformParam,
  device_sn: string,
  uuid: string,
  deps: Needs,
): Promise<object> {
  switch (url_name) {
    case 'auth_url':
      return signInBody(param, device_sn, deps.now())
    case 'device_init_url':
      return introductionBody(deps, param, device_sn)
    case 'device_hb_url':
      return heartbeatBody(deps, device_sn)
    case 'data_url':
      return testEvent(event_type.update, param, device_sn, uuid, await testPictures(deps, false), deps.now())
    case 'timer_data_url':
      return testEvent(
        event_type.timer_image,
        param,
        device_sn,
        uuid,
        await testPictures(deps, true),
        deps.now(),
      )
    case 'lot_state_url':
      return { operator_no: param.operator_no, device_sn, timestamp: deps.now(), lots: [] }
  }
}

function shownAs(
  url_name: PlatformUrl,
  url: string,
  { request, response, failed, tls, said, took_ms }: PlatformExchange,
  mask: Mask,
): Exchange {
  return {
    url_name,
    request: {
      method: request.method,
      url: maskedUrl(url).slice(0, 500),
      headers: headersShown(request.headers, mask),
      body: bodyShown(request.body.replace(/("content":"[^"]{24})[^"]+"/g, '$1..."'), mask),
    },
    response: response && {
      status: response.status,
      headers: headersShown(response.headers, mask),
      body: bodyShown(response.body, mask),
      cut: response.body.length > max_shown,
    },
    failed: failed ?? null,
    tls: tls ?? null,
    said: mask.text(said).slice(0, 2000),
    took_ms,
  }
}

const secret_header =
  /^(authorization|proxy-authorization|cookie|set-cookie|www-authenticate)$|secret|token|api-key/i
const headersShown = (headers: readonly [string, string][], mask: Mask): [string, string][] =>
  headers
    .slice(0, 50)
    .map(([name, value]) => [
      name.slice(0, 200),
      (secret_header.test(name)
        ? value.replace(/^(Bearer\s+)?.*$/is, `$1${secret_mask}`)
        : mask.text(value)
      ).slice(0, 4000),
    ])

const bodyShown = (body: string, mask: Mask): string => mask.body(body).slice(0, max_shown)
