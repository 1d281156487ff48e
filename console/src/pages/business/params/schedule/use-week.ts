/**
 * The week being edited, which is one field of the form: as plans for the table and as blocks for the
 * timeline. Both derive from the same text.
 */
import { blocksOf, plansOf, type Block, type Plan } from '@parking/contract/schedule/schedule-plans.ts'
import { useMemo } from 'react'
import { useForm, useListField } from '#src/forms/form-context.ts'

/** The value comes from the device or a draft; the shape of the group validates it on saving. */
const readPlans = (value: unknown): readonly Plan[] => (Array.isArray(value) ? (value as Plan[]) : [])

export type Week = {
  plans: readonly Plan[]
  setPlans: (plans: readonly Plan[]) => void
  blocks: readonly Block[]
  setBlocks: (blocks: readonly Block[]) => void
  locked: boolean
}

export function useWeek(): Week {
  const { locked } = useForm()
  const [plans, setPlans] = useListField('plans', readPlans)
  const blocks = useMemo(() => blocksOf(plans), [plans])
  return {
    plans,
    setPlans,
    blocks,
    setBlocks: (next) => setPlans(plansOf(next)),
    locked: locked !== undefined,
  }
}
