/** Every row of the table of real servers, in its order. */
import { ftp } from './ftp.ts'
import { mail } from './mail.ts'
import { mqtt } from './mqtt.ts'
import { proxies } from './proxies.ts'
import type { Row } from './row.ts'
import { syslog } from './syslog.ts'
import { time } from './time.ts'

export const rows: readonly Row[] = [...proxies, ...ftp, ...mail, ...mqtt, ...syslog, ...time]
