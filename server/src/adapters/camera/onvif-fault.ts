/** What a fault of SOAP means. Much firmware has codes and words of its own, in English and in Chinese. */
import { bodyText } from '../http/answer-body.ts'
import type { Answer } from './answer-reader.ts'
import { at, child, textOf, type Xml } from './onvif-xml.ts'

export type FaultKind = 'locked' | 'not_authorised' | 'fault'

const any = (...patterns: string[]): RegExp => new RegExp(patterns.join('|'), 'im')

const account = String.raw`\b(?:account|user|log-?in|log-?on|sign-?in|ip|address|client|device|you)\b`
const account_zh = [
  '[账帐帳][号號户戶]|用[户戶]|使用者|登[录錄陆入]|ip|地址|位址',
  '[设設][备備]|裝置|[摄攝][像影][机機]',
].join('|')
const locks = any(
  String.raw`${account}.{0,40}\b(?:lock(?:ed|[- ]?out)|blocked|banned|frozen|suspended)\b`,
  String.raw`${account}.{0,40}\btemporarily disabled\b`,
  String.raw`\b(?:account|user|log-?in|ip)(?: ?is ?)?lock(?:ed)?\b|^\W*locked\W*$|<lockstatus>\s*lock`,
  String.raw`\b(?:disabled|locked|blocked|suspended) for \d|\btry again (?:after|in) \d`,
  'too many (?:failed|wrong|invalid|incorrect|log-?in|attempt|retr)',
  String.raw`\b(?:exceed|maximum|limit).{0,40}(?:attempt|log-?in|retr)`,
  '(?:attempts?|retries) (?:is |are |was |were )?exceed',
  String.raw`\bstill have 0\b|\b0 (?:more )?attempts?\b`,
  `(?:${account_zh}).{0,8}(?:[锁鎖]定|[冻凍][结結]|封禁)`,
  String.raw`^\W*已?被?[锁鎖]定`,
  '次[数數].{0,6}(?:[过過]多|超[过過]|[达達]到|超限|上限|太多)',
  String.raw`\d ?(?:分[钟鐘]|秒|小[时時])[后後之].{0,4}(?:再|重)`,
)
/** Such a fault counts the tries that are left before a lock. */
const counts_down = any(
  String.raw`\b[1-9]\d* more\b|\bstill have [1-9]`,
  String.raw`\b[1-9]\d* (?:attempt|tr(?:y|ie)|time|chance)\S* (?:left|remain|before)`,
  String.raw`\b(?:remain|left)\w*\D{0,20}[1-9]`,
  String.raw`\b(?:will|to) be (?:locked|disabled|blocked)|\bbefore\b.*\block`,
  String.raw`[还還尚剩再].{0,8}[1-9]\d* ?次|[将將会會]被?[锁鎖]定`,
)

const subject = [
  'auth(?:entication|ori[sz]ation)?|log[- ]?[io]n|sign[- ]?in',
  'passw(?:or)?d|credentials?|digest|nonce|token',
].join('|')
const wrong = [
  'fail|error|invalid|incorrect|wrong|denied|required|needed',
  'mismatch|not match|refused|expired|replay',
].join('|')
const subject_zh = [
  '用[户戶]|使用者|[账帐帳][号號户戶]|密[码碼]|口令|身[份分]',
  '[认認][证證]|[鉴鑑][权權]|(?<!参数|參數)[验驗][证證]|登[录錄陆入]',
].join('|')
const wrong_zh = [
  '[错錯][误誤]|不正[确確]|有[误誤]|失[败敗]|[无無]效|不存在',
  '不匹配|不符|不[对對]|被拒|[过過]期',
].join('|')
const refusals = any(
  'not ?authori[sz]ed|un-?authori[sz]ed|authority failure|security (?:token|header)|wsse',
  String.raw`\b(?:${subject})\b.{0,30}?(?:${wrong})|(?:${wrong}).{0,30}?\b(?:${subject})\b`,
  String.raw`\b(?:invalid|incorrect|wrong|bad|unknown|no such|illegal) (?:user|account|password|credential)`,
  String.raw`\b(?:user|account)\b.{0,20}(?:not? exist|not found|unknown|invalid|incorrect|wrong|error)`,
  String.raw`\bnot log(?:ged)?[- ]?in|\blog[- ]?in (?:first|required|please)|\bplease log`,
  'access.{0,10}(?:denied|forbidden)|permission denied|no permission',
  'FailedAuthentication|FailedCheck|InvalidSecurity|MessageExpired',
  // It does not know our header: it may know the digest of HTTP.
  'must ?understand|must be understood',
  `(?:${subject_zh}).{0,8}(?:${wrong_zh})|(?:${wrong_zh}|请先|請先)的?(?:${subject_zh})`,
  '未(?:被|经|經)?(?:授[权權]|登[录錄陆入]|[认認][证證])',
  '(?:[没沒]有|[无無])[权權]限?|[权權]限不[足够夠]|拒[绝絕](?:访|訪|存|连|連|登)',
)

/** Words about user name and password, and about the tries that are left. */
const login_words = any(
  String.raw`passw(?:or)?d|\buser ?name|credential|\blog[- ]?[io]n\b|\bauthentication\b|\battempt`,
  '密[码碼]|口令|用[户戶]名|使用者名|[账帐帳][号號户戶](?:或|[和与與])|[认認][证證]|[鉴鑑][权權]|登[录錄陆入]',
)

/** By its codes and by its words. */
export function faultKind(fault: Xml): FaultKind {
  const words = textsIn(fault).join('\n')
  if (isLock(words)) return 'locked'
  return refusals.test(words) ? 'not_authorised' : 'fault'
}

/** Whether a refusal speaks of user name or password. Any other may be about a missing right. */
export const saysWrongLogin = (fault: Xml): boolean => login_words.test(textsIn(fault).join('\n'))

const isLock = (words: string): boolean => locks.test(words) && !counts_down.test(words)

/** Whether an answer of HTTP that refuses a request says that the account is locked. */
export const saysLocked = ({ status, headers, body }: Answer): boolean =>
  status === 423 ||
  ([401, 403, 429].includes(status) && isLock(bodyText(body, headers['content-type'])?.slice(0, 2_000) ?? ''))

const textsIn = (xml: Xml | Xml[] | undefined): string[] =>
  typeof xml === 'string'
    ? [xml.trim()].filter((text) => text !== '')
    : Object.entries(xml ?? {}).flatMap(([name, part]) => (name.startsWith('@') ? [] : textsIn(part)))

/** The reason text of a fault, SOAP 1.2 or 1.1, and its last code of ONVIF, which may say more. */
export function wordsOf(fault: Xml): string {
  const text = textOf(at(fault, 'Reason', 'Text') ?? child(fault, 'faultstring')) || 'no reason given'
  const first = at(fault, 'Code', 'Subcode')
  const code = textOf(at(first, 'Subcode', 'Value') ?? child(first, 'Value'), 64)
  return code === '' ? text : `${text} (${code})`
}
