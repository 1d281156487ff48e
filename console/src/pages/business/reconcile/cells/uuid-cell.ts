/** The uuid of an event in a cell. Pure. */

const uuid_pattern = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/
/** Databases write a uuid also without dashes, and some in braces or as `urn:uuid:`. */
const bare_uuid_pattern =
  /^(?:urn:uuid:)?[{(]?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})[})]?$/i

/** The text of a cell in lower case, a uuid in its usual form. */
export const uuidIn = (cell: string): string =>
  cell.normalize('NFKC').toLowerCase().replace(bare_uuid_pattern, '$1-$2-$3-$4-$5')
export const isUuid = (text: string): boolean => uuid_pattern.test(text)
