/** What a browser can unpack, best first. Over plain HTTP browsers offer gzip only. */
export type Encoding = 'br' | 'gzip'

/** The best of ours that an Accept-Encoding header takes. */
export function encodingFor(header: string | string[] | undefined): Encoding | undefined {
  const offered = String(header ?? '')
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name?.toLowerCase())
  return (['br', 'gzip'] as const).find((encoding) => offered.includes(encoding))
}
