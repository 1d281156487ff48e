/**
 * Whether a plate reading needs a check (docs/decisions/0022). A doubtful plate never holds an event back.
 */
import { plateDoubt } from '@parking/contract'

/** True for an empty plate, and for one that fits no form of `plate_type` (spec §9) or only doubtful ones. */
export const isDoubtful = (plate: string, type: number): boolean => plateDoubt(plate, type) !== undefined
