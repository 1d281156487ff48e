/** Which model was in use since when, and why it was changed. */
import { useWords } from '#src/core/words.ts'
import type { Models } from './page.tsx'
import { fullName } from './present-model.tsx'

export function UsesTable({ models: { uses } }: { models: Models }) {
  const words = useWords('models')
  return (
    <div className="table-box">
      <table className="table" data-cards>
        <thead>
          <tr>
            <th>{words.time}</th>
            <th>{words.name}</th>
            <th>{words.why}</th>
            <th>{words.by}</th>
          </tr>
        </thead>
        <tbody>
          {uses.map(({ time_str, model, name, version, by, why }, at) => (
            <tr key={`${time_str}${uses.length - at}`}>
              <td data-label={words.time}>{time_str}</td>
              <td data-label={words.name}>{model === null ? words.shipped : fullName(name, version)}</td>
              <td data-label={words.why}>{words.whys[why]}</td>
              <td data-label={words.by}>{by === '' ? words.device : by}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
