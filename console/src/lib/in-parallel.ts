/** The device works on cameras for seconds; more at the same time would only slow each other down. */
const max_parallel = 3

/** Takes the items out of `left`, a few at a time; emptying it skips the rest. */
export async function inParallel<T extends object>(
  left: T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const worker = async () => {
    for (let item = left.shift(); item; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: max_parallel }, worker))
}
