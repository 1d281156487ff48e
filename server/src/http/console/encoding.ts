/** The encodings of documents, best first. Over plain HTTP browsers accept only gzip. */
export type Encoding = 'br' | 'gzip'

/** The best of these encodings that an Accept-Encoding header allows. */
export function encodingFor(
  header: string | string[] | undefined,
  among: readonly Encoding[] = ['br', 'gzip'],
): Encoding | undefined {
  const offered = String(header ?? '')
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name?.toLowerCase())
  return among.find((encoding) => offered.includes(encoding))
}
