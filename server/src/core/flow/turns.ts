/**
 * Lets in whoever comes, in order, as long as all that are in weigh `most` together at most.
 * Nobody may weigh more. The answer is called when one is done; calling it twice does nothing.
 */
export function turns(most: number): (weight: number) => Promise<() => void> {
  const waiting: { weight: number; go: () => void }[] = []
  let free = most
  const letIn = () => {
    for (let next = waiting[0]; next && next.weight <= free; next = waiting[0]) {
      free -= next.weight
      waiting.shift()
      next.go()
    }
  }
  return async (weight) => {
    await new Promise<void>((go) => {
      waiting.push({ weight, go })
      letIn()
    })
    let held = true
    return () => {
      if (!held) return
      held = false
      free += weight
      letIn()
    }
  }
}
