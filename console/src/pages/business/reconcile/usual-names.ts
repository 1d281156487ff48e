/**
 * The usual names of columns and words for entries and exits, in both scripts and in English. Pure. Long
 * because exports have many names for few things.
 */

/** Traditional letters of these names with their simplified forms. */
const scripts =
  '場场時时間间車车號号離离駛驶進进開开編编類类庫库結结終终記记錄录識识別别動动標标狀状態态閘闸過过單单業业' +
  '無无佔占釋释閒闲機机碼码稱称達达輛辆與与實实確确認认發发報报計计費费應应長长數数歷历總总駐驻鐘钟種种來来'
const simplified = new Map(
  Array.from({ length: scripts.length / 2 }, (_, n) => [scripts[n * 2]!, scripts[n * 2 + 1]!]),
)

/** A name in lower case and simplified script, without blanks and punctuation. */
export const foldName = (text: string): string =>
  Array.from(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
    (letter) => simplified.get(letter) ?? letter,
  ).join('')

const vehicle = '(?:车辆|汽车|机动车|小车|车|vehicle|car)?'
const place = '(?:停车场|车场|场|泊位|车位|车格|格位|格|位|库|口|闸|道|停车|车|泊)?'
const report = '(?:成功|完成|事件|记录|抓拍|上报|登记|通知|event|record|message)?'
const entry_words =
  '来|停妥|开单|驶入|驶进|进入|停入|泊入|开入|开进|移入|入|进|到达|抵达|到|停车|泊车|驻车|停放|存车|占用|占位|有车|' +
  '(?:停车|泊车|驻车|停放|计时|计费)?(?:开始|起始|起)|' +
  '(?:park(?:ing)?|drive|come|check(?:ed)?)?in|park|inbound|incoming|' +
  'enter(?:ed|ing)?|entry|entrance|arriv(?:e|ed|al|ing)|' +
  '(?:parking)?(?:start|begin)(?:ed)?(?:park(?:ing)?)?|parked|occupied'
const exit_words =
  '去|结单|驶离|驶出|离开|离去|离|开出|开走|开离|泊出|移出|出|取车|释放|空闲|空位|无车|走|' +
  '(?:停车|泊车|驻车|停放|计时|计费)?(?:结束|终止|截止|迄止|止|迄)|(?:park(?:ing)?|drive|go|check(?:ed)?)?out|outbound|outgoing|' +
  'exit(?:ed|ing)?|leav(?:e|es|ing)|left|depart(?:ed|ure|ing)?|' +
  '(?:parking)?(?:end|finish|stop)(?:ed|ped)?(?:park(?:ing)?)?|' +
  'vacant|vacated|free|unparked|gone|driveaway|driveoff'
const wordPattern = (verbs: string) => new RegExp(`^(?:上报)?${vehicle}(?:${verbs})${place}${report}$`)
const started = /^(?:开始|起始|开始记录)(?:停车|泊车|停放|计时|计费)$/
const ended = /^(?:结束|终止)(?:停车|泊车|停放|计时|计费)$/
const [entry_pattern, exit_pattern] = [wordPattern(entry_words), wordPattern(exit_words)]
const own_words: Readonly<Record<string, number>> = {
  初始入场: 0,
  初始进场: 0,
  initialentry: 0,
  更新: 2,
  update: 2,
  计划入场: 9,
  计划进场: 9,
  scheduledentry: 9,
  计划出场: 10,
  scheduledexit: 10,
}

const typeOfWord = (word: string): number | undefined =>
  own_words[word] ??
  (entry_pattern.test(word) || started.test(word)
    ? 1
    : exit_pattern.test(word) || ended.test(word)
      ? 3
      : undefined)

/** The type of event that a word usually stands for, also with a number or in two languages: `1-入场 (in)`. */
export function usualType(word: string): number | undefined {
  const plain = word.normalize('NFKC').replace(/[([【][^)\]】]*[)\]】]/g, '')
  return typeOf(word) ?? (foldName(plain) === '' ? undefined : typeOf(plain))
}

function typeOf(word: string): number | undefined {
  const folded = foldName(word).replace(/(?<=\p{L})\d{1,2}$|^\d{1,2}(?=\p{L})/gu, '')
  const whole = typeOfWord(folded)
  if (whole !== undefined) return whole
  const parts = (folded.match(/\p{Script=Han}+|[a-z]+/gu) ?? []).map(typeOfWord)
  return parts.length > 1 && new Set(parts).size === 1 ? parts[0] : undefined
}

export type NamedColumn =
  | 'event_time'
  | 'entry_time'
  | 'exit_time'
  | 'length'
  | 'uuid'
  | 'exit_uuid'
  | 'event_type'
  | 'lot_no'
  | 'plate_number'

const list = (names: string) => new RegExp(`^(?:${names.trim().split(/\s+/).join('|')})$`)
const number = '(?:编号|编码|号码|代码|代号|名称|号|no|num|number|code|id|name)?'
const patterns: readonly (readonly [NamedColumn, RegExp])[] = [
  [
    'event_time',
    list(
      '(?:(?:event|pass(?:ing)?|occur(?:red|rence)?|capture|record)(?:date)?)?time(?:str|stamp)? datetime ' +
        'eventdatetime 时间戳? 日期时间 事件发生时间 (?:事件|发生|通行|过车|抓拍|' +
        '识别|辨识|感应|记录|进出场?|出入场?)(?:日期)?时间',
    ),
  ],
  [
    'uuid',
    list(
      '(?:事件|记录|消息|业务|唯一|进场事件|入场事件|驶入事件)?(?:编号|编码|id|uuid|guid|流水号|唯一码|标识) ' +
        'eventid eventuuid recordid messageid msgid (?:entry|in)(?:event)?(?:uuid|id)',
    ),
  ],
  ['exit_uuid', list('(?:出场|离场|驶离)(?:事件)?(?:编号|id|uuid|流水号) (?:exit|out)(?:event)?(?:uuid|id)')],
  [
    'length',
    list(
      '(?:停车|停放|泊车|在场|驻留|停留|占用|计费)?(?:总?时长|时数|时间长度|历时|(?:分钟|小时|秒)数) 停留时间 驻留时间 ' +
        '(?:parking|parked|stay)?(?:duration|length|minutes|hours|seconds)(?:in)?' +
        '(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hours?)?',
    ),
  ],
  [
    'event_type',
    list(
      'eventtype eventname type direction action movement inout(?:flag|type)? iotype 方向 进出 出入 动作 事件 ' +
        '(?:事件|操作|进出场?|出入场?)?(?:类型|种类|标识|标志) (?:通行|进出|出入|行驶)(?:方向|状态) (?:进出|出入)场?别 (?:停车|泊位)状态',
    ),
  ],
  [
    'lot_no',
    new RegExp(
      `^(?:停车|泊车|车场|路内|路边|路侧)?(?:泊位|车位|车格|格位|停车格|停车位|停车格位|泊车位|格)${number}$|` +
        `^(?:park(?:ing)?)?(?:space|spot|berth|slot|bay|stall)${number}$|^lot${number}$`,
    ),
  ],
  [
    'plate_number',
    new RegExp(
      `^(?:车辆|机动车|入场|进场|识别|辨识|实际)?(?:车牌|号牌|牌照|车号|牌号)${number}$|` +
        `^(?:vehicle|car|license|licence)?plate${number}$|` +
        '^(?:car|vehicle|license|licence|registration)(?:no|num|number)$|^lp[nr]$|' +
        '^(?:vehicle)?reg(?:istration)?$|^licen[sc]e$',
    ),
  ],
]
const time_pattern = new RegExp(
  '^(?:车辆|实际|抓拍|识别|订单|停车订单|首次|最后|first|last)?(.+?)(?:的)?' +
    '(?:日期时间|时间|时刻|时|日期|datetime|date|time|at|timestamp|ts|dt)(?:str)?$',
)
const in_time = /^(?:(?:date)?time(?:of)?|check|parked)(in|out|from|until|to|entry|exit|arrival|departure)$/

const ends: Readonly<Record<string, string>> = { from: 'in', until: 'out', to: 'out' }

function columnOf(name: string): NamedColumn | undefined {
  const known = patterns.find(([, pattern]) => pattern.test(name))?.[0]
  if (known) return known
  const verb = in_time.exec(name)?.[1] ?? time_pattern.exec(name)?.[1]
  const type = verb === undefined ? undefined : typeOfWord(ends[verb] ?? verb)
  return type === 1 ? 'entry_time' : type === 3 ? 'exit_time' : undefined
}

/** The end of a stay that a name such as 出, In or 结束 stands for, if its column holds times. */
export function usualEnd(header: string): 'entry_time' | 'exit_time' | undefined {
  const name = foldName(header)
  const type = usualType(ends[name] ?? header)
  return type === 1 ? 'entry_time' : type === 3 ? 'exit_time' : undefined
}

/** What a column of this name usually holds, also with a remark or in two languages: `*车牌号 Plate (必填)`. */
export function usualColumn(header: string): NamedColumn | undefined {
  const plain = header.normalize('NFKC').replace(/[([【［][^)\]】］]*[)\]】］]/g, '')
  const parts = plain.match(/\p{Script=Han}[\p{Script=Han}\d]*|[a-z][a-z\d\s_.-]*/giu) ?? []
  for (const text of [header, plain, ...parts]) {
    const found = columnOf(foldName(text))
    if (found) return found
  }
  return undefined
}

/** Letters of the usual names, in both scripts. */
export const usual_letters: ReadonlySet<string> = new Set(
  [...patterns.map(([, { source }]) => source), entry_words, exit_words, place, vehicle, '日期时间', scripts]
    .join('')
    .replace(/[^\p{Script=Han}]/gu, ''),
)
