/** What exports write into the plate column of a vehicle without a plate, or with one not read. Pure. */

import { shownParts } from './shown-plate.ts'
import { isShortened, monthAndNumber } from './spreadsheet-cell.ts'

/** Without punctuation, in lower case. */
const empty_words = new Set(
  (
    'none null nil nan na no noplate noplates noplatenumber nolicenseplate withoutplate missing empty ' +
    'blank undefined unknown unknownplate unrecognized unrecognised notrecognized notrecognised unread ' +
    'unreadable notread notavailable notdetected unlicensed unregistered ' +
    '空 空牌 空车牌 空車牌 未知 未知车牌 未知車牌 不详 不詳 识别失败 識別失敗 辨识失败 辨識失敗 读取失败 讀取失敗 暂无 暫無 空白 未悬挂 遮挡号牌 遮擋號牌 号牌遮挡 污损号牌 號牌污損 号牌污损'
  ).split(' '),
)
/** 无, 无车牌, 无牌车, 未识别, 未识别车牌, 无法辨识, 未悬挂号牌, 车牌未识别, in both scripts. */
const empty_pattern = new RegExp(
  '^(?:(?:车牌|車牌|号牌|號牌|牌照)(?:号|號)?)?(?:无|無|没有|沒有|未|不)(?:能|法)?' +
    '(?:识别|識別|辨识|辨識|识读|識讀|读取|讀取|读出|讀出|检测|檢測|检出|檢出|悬挂|懸掛|挂|掛|上)?(?:出|到)?' +
    '(?:车牌|車牌|号牌|號牌|牌照|牌)?(?:号|號)?(?:码|碼)?(?:车辆|車輛|车|車)?(?:(?<=[牌车車号號码碼])\\d+)?$',
)

/** The colour that some programs write beside a plate: 蓝粤B12345, 粤B12345(绿牌). */
const colour = '(?:蓝|藍|黄|黃|绿|綠|白|黑|黄绿|黃綠|渐变绿|漸變綠|新能源)(?:色|牌|底)*'
const before_pattern = new RegExp(`^${colour}[\\s:_-]*(?=\\p{Script=Han}[A-Z])`, 'iu')
const after_pattern = new RegExp(
  `[\\s:_-]*[(（[【]?${colour}[)）\\]】]?$|(?<=[A-Z\\d]{6})_\\d{1,2}$|[(（[]\\d\\d?[)）\\]]$`,
  'iu',
)

/** 【粤B12345】, 车牌：粤B12345, and the kind of vehicle in brackets behind a plate: 粤B12345【小型汽车】. */
const around_pattern = new RegExp(
  String.raw`^[([【](?=[^)\]】]*[)\]】]$)|(?<=^[([【][^)\]】]*)[)\]】]$|` +
    String.raw`^(?:(?:车牌|車牌|号牌|號牌)(?:号|號)?(?:码|碼)?|[车車][号號])\s*[:：]\s*|` +
    String.raw`\s*[(（[【]\p{Script=Han}*[车車][)）\]】]$`,
  'gu',
)

/** The plate in a cell; empty if the cell says that there is none, null if a spreadsheet overwrote it. */
export function plateInCell(cell: string): string | null {
  if (isShortened(cell) || monthAndNumber(cell) !== undefined) return null
  const bare = cell
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  if (bare === '' && shownParts(cell) !== null) return cell
  return bare === '' || empty_words.has(bare) || empty_pattern.test(bare)
    ? ''
    : cell.replace(around_pattern, '').replace(before_pattern, '').replace(after_pattern, '')
}
