/** Disk usage by kind of data, as a bar and as a table. */
import { bytesText } from '#src/lib/bytes.ts'
import { Section } from '#src/ui/section.tsx'
import { StatusTag } from '#src/ui/status-tag.tsx'
import { WarnIcon } from '#src/ui/icons.tsx'
import { useWords } from '#src/core/words.ts'
import type { DiskStatus } from './page.tsx'
import styles from './disk-use.module.css'

type Kind = DiskStatus['kinds'][number]['kind'] | 'system' | 'free'
type Part = { kind: Kind; bytes: number; files: number | undefined }

/** The same limits as the storage step of the diagnosis. */
const isLow = ({ total, free }: DiskStatus): boolean => free < 500 * 1024 ** 2 || free < total * 0.05

export function DiskUse({ status }: { status: DiskStatus }) {
  const words = useWords('disk')
  const parts = partsOf(status)
  const share = (bytes: number) => (status.total > 0 ? (bytes / status.total) * 100 : 0)
  const parts_text = parts.map(({ kind, bytes }) => `${words.kinds[kind]} ${bytesText(bytes)}`).join('，')
  const is_low = isLow(status)
  return (
    <Section
      title={words.disk}
      action={
        is_low ? (
          <StatusTag tone="bad">{words.low}</StatusTag>
        ) : status.complete ? undefined : (
          <StatusTag tone="info">{words.counting}</StatusTag>
        )
      }
    >
      <div className={`grid one-column ${styles.use}`}>
        <div>
          <div className={`flex wrap baseline ${styles.head}`}>
            <span className={`note ${styles.label}`}>{words.free}</span>
            <span className={styles.figure} data-tone={is_low ? 'bad' : undefined}>
              {bytesText(status.free)}
            </span>
            <span className="ink-2 figures">{words.of_total(bytesText(status.total))}</span>
          </div>
          {is_low && (
            <p
              className={`flex gap-10 above-12 bad round-6 on-bad leading-16 ${styles.warning}`}
              role="status"
            >
              <WarnIcon />
              {words.low_says}
            </p>
          )}
          {status.per_day !== null && status.per_day > 0 && (
            <p className="above-12 ink-2">
              {words.forecast(bytesText(status.per_day), Math.floor(status.free / status.per_day))}
            </p>
          )}
        </div>
        <div>
          <div className={styles.bar} role="img" aria-label={`${words.bar}：${parts_text}`}>
            {parts.map(
              ({ kind, bytes }) =>
                bytes > 0 && (
                  <span
                    key={kind}
                    data-kind={kind}
                    style={{ flexGrow: bytes, minWidth: kind === 'free' ? 0 : undefined }}
                  />
                ),
            )}
          </div>
          <table className={`cells full above-12 figures ${styles.legend}`}>
            <thead className="visually-hidden">
              <tr>
                <th scope="col">{words.kind}</th>
                <th scope="col">{words.count}</th>
                <th scope="col">{words.size}</th>
                <th scope="col">{words.share}</th>
              </tr>
            </thead>
            <tbody>
              {parts.map(({ kind, bytes, files }) => (
                <tr key={kind} data-kind={kind}>
                  <th scope="row">
                    <span className="flex gap-10">
                      <span className={styles.swatch} aria-hidden="true" />
                      <span>
                        {words.kinds[kind]}
                        <small className="block text-12 ink-3 leading-14">{words.notes[kind]}</small>
                      </span>
                    </span>
                  </th>
                  <td className={styles.count}>
                    {files === undefined ? '' : kind === 'logs' ? words.lines(files) : words.files(files)}
                  </td>
                  <td className={styles.size}>
                    {kind === 'logs' && bytes > 0 ? '≈ ' : ''}
                    {bytesText(bytes)}
                  </td>
                  <td className={styles.share}>{percent(share(bytes))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Section>
  )
}

/** Our data by kind, then the rest of the file system, then the free space. */
function partsOf({ kinds, total, free }: DiskStatus): Part[] {
  const ours = kinds.reduce((sum, { bytes }) => sum + bytes, 0)
  return [
    ...kinds,
    { kind: 'system', bytes: Math.max(0, total - free - ours), files: undefined },
    { kind: 'free', bytes: free, files: undefined },
  ]
}

const percent = (share: number): string => (share > 0 && share < 0.1 ? '< 0.1%' : `${share.toFixed(1)}%`)
