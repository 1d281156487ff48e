/** Whether somebody should look at what was read of a plate (docs/decisions/0022). Never a reason to hold an event back. */
import { plate_type } from '@parking/contract'
import { plateKey } from './event.store.ts'

const provinces = '京津晋冀蒙辽吉黑沪苏浙皖闽赣鲁豫鄂湘粤桂琼渝川贵云藏陕甘青宁新'
const serial = 'A-HJ-NP-Z0-9'

/** The forms that hang on cars (notes on plates §5.1, §5.2): tolerant where the sources disagree. */
const grammars: Readonly<Record<number, readonly RegExp[]>> = {
  [plate_type.mainland]: [
    new RegExp(`^[${provinces}][A-HJ-Z][${serial}]{5}$`), // civil, consulates and police with five more
    new RegExp(`^[${provinces}][A-HJ-Z][${serial}]{4}[挂学警领试超港澳]$`),
    new RegExp(`^[${provinces}][A-HJ-Z]([A-HJK][${serial}]\\d{4}|\\d{5}[A-HJK])$`), // new energy, small and large
    /^使\d{6}$/, /^[1-3]\d{5}使$/, new RegExp(`^WJ[${provinces}]?\\d{4}[0-9TDSHBXJ]$`), /^[VKHBSLJNGCEZQ][A-HJ-PR-VXY]\d{5}$/, new RegExp(`^民航[${serial}]{5}$`),
  ],
  [plate_type.taiwan]: [
    /^[A-HJ-NP-Z]{3}[0-35-9]{4}$/, /^[A-HJ-NP-Z]{2}\d{5}$/, /^\d{4}[A-Z]{2}$/, /^[A-Z]{2}\d{4}$/, /^[A-Z]\d{5}$/, /^[A-Z]{3}\d{3}$/, /^\d{3}[A-Z]{3}$/, /^\d{4}[A-Z]\d$/, /^[使外領臨試軍][A-Z\d]{3,6}$/,
  ],
}

/** True for an empty plate and for one that fits no grammar of `plate_type` (spec §4). */
export function isDoubtful(plate: string, type: number): boolean {
  const key = plateKey(plate)
  return !(grammars[type] ?? []).some((grammar) => grammar.test(key))
}
