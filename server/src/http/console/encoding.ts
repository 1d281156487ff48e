/** The encodings of documents, best first. Over plain HTTP browsers accept only gzip. */
export type Encoding = 'br' | 'gzip'

/** The best encoding that an Accept-Encoding header allows. */
export function encodingFor(header: string | string[] | undefined): Encoding | undefined {
  const offered = String(header ?? '')
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name?.toLowerCase())
  return (['br', 'gzip'] as const).find((encoding) => offered.includes(encoding))
}
