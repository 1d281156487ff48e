/** Generates docs/plates.md: every form of number plate that the product knows, with examples and source. */
import { plate_type } from '@parking/contract/core/codes.ts'
import { formsOf, places, type PlateForm, type PlateSource } from '@parking/contract/plate/plate-forms.ts'
import { markdownTable } from './markdown-table.ts'

/** Each source in one line: what it is, and where it can be read. */
const sources: Readonly<Record<PlateSource, string>> = {
  ga36:
    'GA 36-2007 《中华人民共和国机动车号牌》 (table 1, clauses 5.7 to 5.10, annex A), in force as GA 36-2018; its ' +
    'text as a city published it: web.archive.org/web/20150701102419/ of www.hngy.gov.cn (content_25106), ' +
    'read through vehiclesdb/vehiclesdb, `plates/cn.yml`',
  ga36_2018:
    'GA 36-2018 as yyq19990828/chinese_license_plate_generator sets it out (rules/GA 36-2018_rules.md: the ' +
    'letters A to K of new energy, 沪22478领); the letters are asked for in any86/any-rule 149, ' +
    'chinabugotech/hutool 3979 and umicro/uView2.0 584. Secondary: the standard itself is not published',
  mps_nev:
    'Ministry of Public Security, 21 November 2016 (six characters, D and F): ' +
    'web.archive.org/web/20161122160811/ of www.mps.gov.cn (c5550094)',
  validators:
    'What public validators and users of them report: any86/any-rule 281, 322 and 334, ' +
    'parkingwang/vehicle-keyboard-js and vehicle-keyboard-android 18. Secondary: no rule with this form ' +
    'was read',
  rescue:
    '国办发〔2018〕114号, annex 1: www.gov.cn/zhengce/zhengceku/2018-12/11/content_5347765.htm; asked for in ' +
    'any86/any-rule 309 and parkingwang/vehicle-keyboard-android 49',
  ny345:
    'NY 345.1-2005 《拖拉机号牌》 (formal, training and temporary plates), to which GA 36 refers; only its ' +
    'register record was read (hbba.sacinfo.org.cn), the form from secondary pages',
  personal_2002:
    'Chosen by car owners in Beijing, Tianjin, Hangzhou and Shenzhen from 12 to 22 August 2002 (WTO, USA, ' +
    '911): www.china.org.cn/english/government/40148.htm; readers of plates have this kind ' +
    '(02TypePersonalized). No rule with the form was read',
  armed_forces: 'The plates of 2012, as parkingwang/vehicle-keyboard-js writes them. Secondary',
  tw_2012:
    'Directorate General of Highways, forms since 17 December 2012, as ' +
    'c.8891.com.tw/m/articledetails/1/14176 and taipeitimes.com 2017/12/17/2003684136 (electric) report',
  tw_1992:
    'The rules of 1992 and 2001 for cars (2+2, 2+3, 2+4, and turned round) and motorcycles (3+3), whose ' +
    'codes mix letters and digits: www.xiumeiku.com/shenghuomeirong/xinli/8m5zxr.html; ' +
    'DoubangoTelecom/ultimateALPR-SDK 104, 151 and 154',
  tw_types:
    'The list of plate types of the Ministry of Transportation (使, 領, 外, 臨時, 試車) and of the forces (軍) ' +
    'in secondary pages; none of them says how the number is formed. The forces number by a letter or, for ' +
    'tactical vehicles, a digit: newsdailyfeeding.com 2024/03/09',
  tw_road: 'Seen in public photographs of Taiwan streets (mircale94/taiwan_plate_yolo-0), in no rule',
}

/** A form as a reader writes it: the classes by name, fixed characters as they are. */
function writtenForm({ places: placed, split }: PlateForm, separator: string): string {
  const parts: string[] = []
  placed.forEach(({ name, allowed }, at) => {
    if (at === split && split > 0) parts.push(separator)
    const part = name ? name.replaceAll('_', ' ') : allowed
    const last = parts.at(-1)
    const [, count, word] = /^(?:(\d) × )?(.*)$/.exec(last ?? '') ?? []
    if (name && word === part) parts[parts.length - 1] = `${Number(count ?? 1) + 1} × ${part}`
    else parts.push(part)
  })
  return parts.join(' ')
}

const sectionOf = (type: number, separator: string): string =>
  markdownTable(
    [
      ['kind', 'form', 'examples', 'source'],
      ...formsOf(type).map((form) => [
        `\`${form.kind}\`${form.reserved ? ' (doubtful)' : ''}`,
        writtenForm(form, separator),
        form.examples.map((text) => separated(text, form.split, separator)).join(', '),
        `[${form.source}](#sources)`,
      ]),
    ],
    () => false,
  )

const separated = (text: string, split: number, separator: string): string =>
  split > 0 ? `${[...text].slice(0, split).join('')}${separator}${[...text].slice(split).join('')}` : text

export const platesPage = (): string =>
  `# Number plates

Generated from \`contract/src/plate/plate-forms.ts\` by \`npm run docs\`; do not edit. The analysis program,
the device and the console know these forms from that one table. \`alg_param.plate_type\` chooses the mainland
(0) or Taiwan (1). The examples are invented.

- **A reading never becomes another text.** The forms decide between signs that the reader is unsure of. A
  sign that is read with certainty (a probability of at least 0.9) is never replaced or dropped: where no form
  keeps all of them, the plate stays as it was read, is not accepted, and a person decides.
- **Same signs**: where a form allows 0 but no O, or 1 but no I, the letter is the digit: plates draw both
  alike. A character in the other script (粵 for 粤) is the same character. What a user types is stored so; a
  search finds either. What another program reports is stored as it came, and is doubtful if it fits no form.
- **Doubtful** forms occur on the road but are in no published rule that we could read. They are accepted, and
  a person is asked.
- Spaces, dots, dashes, brackets and quotation marks do not count: a plate is compared and searched without
  them, in capital letters of half width. A motorcycle's AB1-234 of Taiwan is therefore the text AB1234, which
  is also a car's.

## Mainland

${sectionOf(plate_type.mainland, '·')}

## Taiwan

The first letter of a plate since 2012 tells its use (R rental, T taxi, E electric, L and M motorcycles, K
buses and lorries). It is not checked: sources disagree on other letters.

${sectionOf(plate_type.taiwan, '-')}

## Characters

${markdownTable(
  [
    ['place', 'characters'],
    ...Object.entries(places).map(([name, allowed]) => [name.replaceAll('_', ' '), allowed]),
  ],
  () => false,
)}

## Sources

${Object.entries(sources)
  .map(([name, text]) => `- **${name}**: ${text}.`)
  .join('\n')}
`
