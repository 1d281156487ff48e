/**
 * Exports as parking platforms and spreadsheets in China and Taiwan write them, each of the same day: one
 * exit is missing, the plate of one stay is another. Each form finds these differences and no other.
 * Long because each form is one line.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deviceZone } from '#src/stores/device-zone.ts'
import { midnight, termsOfDay } from '#test/reconcile/compared.ts'
import {
  a_stay,
  clock,
  comparedIn,
  halfOf,
  hour,
  iso,
  of12,
  rest,
  two,
  usual,
  type Form,
} from '#test/reconcile/written-day.ts'

beforeEach(() => deviceZone.set('Asia/Shanghai'))
afterEach(() => deviceZone.set(''))

const serial = (at: number) => 46_349 + at / 86_400
const utc = (at: number) => new Date(midnight + at * 1000)
const zone = (text: string) => (at: number) => `${iso(at)}${text}`
const english = (at: number) => `23-Nov-2026 ${clock(at)}`
const forms: Readonly<Record<string, Partial<Form>>> = {
  // Times
  'Go prints the zone twice': { time: zone(' +0800 CST') },
  'Java prints the name of the zone': { time: (at) => `${iso(at).replace(' ', 'T')}+08:00[Asia/Shanghai]` },
  'a zone in brackets': { time: zone(' (UTC+8)') },
  'a zone in words': { time: zone(' 北京时间') },
  'Date.toString of Java': { time: (at) => `Mon Nov 23 ${clock(at)} CST 2026` },
  'Date.toString of a browser': { time: (at) => `Mon Nov 23 2026 ${clock(at)} GMT+0800 (中国标准时间)` },
  'a header of HTTP': { time: (at) => utc(at).toUTCString() },
  'an English month': { time: english },
  'an English month first': {
    time: (at) => `Nov 23, 2026 ${of12(at)}${rest(at)} ${hour(at) < 12 ? 'AM' : 'PM'}`,
  },
  'a weekday behind the date': { time: (at) => `2026年11月23日 星期一 ${clock(at)}` },
  'a weekday in brackets': { time: (at) => `2026/11/23 (一) ${clock(at)}` },
  'the half behind the time': { time: (at) => `2026/11/23 ${of12(at)}${rest(at)} ${halfOf(at)}` },
  'twelve hours from 0': { time: (at) => `2026/11/23 ${halfOf(at)} ${two(hour(at) % 12)}${rest(at)}` },
  'the half beside 24 hours': { time: (at) => `2026/11/23 ${halfOf(at)} ${clock(at)}` },
  '凌晨 from 0': {
    time: (at) => `2026/11/23 ${hour(at) < 5 ? '凌晨' : halfOf(at)}${hour(at) % 12}${rest(at)}`,
  },
  'a.m. with dots': { time: (at) => `2026-11-23, ${of12(at)}${rest(at)} ${hour(at) < 12 ? 'a.m.' : 'p.m.'}` },
  '点 and 分': {
    time: (at) => `2026年11月23日${hour(at)}点${clock(at).slice(3, 5)}分${clock(at).slice(6)}秒`,
  },
  'an underscore': { time: (at) => iso(at).replace(' ', '_') },
  'dashes alone': { time: (at) => iso(at).replace(' ', '-') },
  'compact with milliseconds': { time: (at) => `20261123${clock(at, '')}000` },
  'a compact day': { time: (at) => `20261123 ${clock(at)}` },
  'a compact time of the Republic': { time: (at) => `1151123${clock(at, '')}` },
  'a compact day of the Republic': { time: (at) => `1151123 ${clock(at)}` },
  'a time of the Republic in words': { time: (at) => `中華民國115年11月23日 ${clock(at)}` },
  'dots of the Republic': { time: (at) => `115.11.23 ${clock(at)}` },
  'milliseconds behind a colon': { time: (at) => `${iso(at)}:123` },
  microseconds: { time: (at) => `${iso(at)}.123456` },
  'microseconds since 1970': { time: (at) => String((midnight + at * 1000) * 1000) },
  'a line end in the cell': { time: (at) => iso(at).replace(' ', '\n') },
  'marks without width': { time: (at) => `\u200e${iso(at)}\u200f` },
  'a blank that does not break': { time: (at) => iso(at).replace(' ', '\u00a0') },
  'a mathematical colon': { time: (at) => iso(at).replaceAll(':', '\u2236') },
  'full width': {
    time: (at) =>
      iso(at)
        .normalize('NFKC')
        .replaceAll(/\d/g, (n) => String.fromCharCode(n.charCodeAt(0) + 0xfee0)),
  },
  'the day first': { time: (at) => `23/11/2026 ${clock(at)}` },
  'the month first': { time: (at) => `11/23/2026 ${clock(at)}` },
  "a spreadsheet's days": { time: (at) => String(serial(at)) },
  'days since 1904': { time: (at) => String(serial(at) - 1_462) },
  'days and parts of a day': {
    names: ['泊位编号', '车牌号', '入场日期', '入场时间', '出场日期', '出场时间'],
    date: () => '46349',
    time: (at) => (at / 86_400).toFixed(9),
  },
  'a compact date beside a compact time': {
    names: ['車格編號', '車牌號碼', '進場日期', '進場時間', '離場日期', '離場時間'],
    date: () => '1151123',
    time: (at) => clock(at, ''),
  },
  // Types
  ...Object.fromEntries(
    (
      '入场/离场 進場/離場 入库/出库 开始停车/结束停车 停车开始/停车结束 駛入車格/駛離車格 泊入/泊出 入位/离位 ' +
      '入场事件/出场事件 车辆驶入/车辆驶离 1-入场/2-出场 入场(in)/出场(out) 停车/驶离 占用/释放 到达/离开 入口/出口 ' +
      'ENTER/LEAVE park_in/park_out VehicleIn/VehicleOut Arrival/Departure parked/left inbound/outbound ' +
      '入車/出車 ' +
      '開始停車/結束停車 存车/取车 占用/空闲 進格/離格 start/end CheckIn/CheckOut 入闸/出闸 入场抓拍/出场抓拍 有车/无车'
    )
      .split(' ')
      .map((both) => [`the types ${both}`, { words: both.split('/') as [string, string] }]),
  ),
  'a column of types by its words': {
    names: ['泊位编号', '车牌号', '事件时间', '备注状态'],
    words: ['入场', '出场'],
  },
  // Names of columns
  ...Object.fromEntries(
    [
      '車格號,車號,過車時間,進出類型',
      '停車格位編號,車牌號碼,通行時間,進出方向',
      '*泊位编码,*车牌号码（必填）,*通行时间,*通行方向',
      'berth_code,plate_no,event_time,in_out_type',
      'Space No.,License Plate,Timestamp,Direction',
      '泊位 Berth,车牌 Plate,时间 Time,类型 Type',
      '车位号：,号牌号码：,过车时间：,出入类型：',
      '泊位名称,入场车牌号,抓拍时间,进出标识',
    ].map((names) => [`the columns ${names}`, { names: names.split(',') }]),
  ),
  ...Object.fromEntries(
    [
      '車格號,車號,進場日期,出場日期',
      '泊位,号牌,停车开始时间,停车结束时间',
      '停车位,车牌号,进入时间,离开时间',
      '泊位号,车牌,实际入场时间,实际出场时间',
      'slot,car_no,enter_time,leave_time',
      'Space,Plate,Time In,Time Out',
      'bay,lpn,arrived_at,departed_at',
      '停車格號,車牌,開始時間,結束時間',
      'spaceId,vehicleNo,startTime,endTime',
    ].map((names) => [`a row a stay: ${names}`, { names: names.split(',') }]),
  ),
  'a row a stay with the kind of vehicle': { names: [...a_stay, '类型'], more: () => ['临时车'] },
  'a row a stay with lengths and money': {
    names: [...a_stay, '停车时长', '应收金额'],
    more: ({ in: from, out }) => [clock(out - from), '1,234.50'],
  },
  'a row a stay with lengths in words': { names: [...a_stay, '时长'], more: () => ['1小时20分'] },
  // Exits that have not happened
  ...Object.fromEntries(
    [
      '-',
      '--',
      'NULL',
      'null',
      'N/A',
      '未出场',
      '未離場',
      '在场',
      '停车中',
      '无',
      '0000-00-00 00:00:00',
      '1970-01-01 08:00:00',
      '0',
      '9999-12-31 23:59:59',
      '0001/1/1 0:00:00',
    ].map((no_exit) => [`no exit is ${no_exit}`, { names: a_stay, no_exit }]),
  ),
  // Plates and lots
  'a colour before the plate': { plate: (plate) => `蓝${plate}` },
  'a colour behind the plate': { plate: (plate) => `${plate}(蓝)` },
  'a dot in the plate': { plate: (plate) => `${plate.slice(0, 2)}·${plate.slice(2)}` },
  'a street before the lot': { lot: (lot) => `人民路-${lot}` },
  'a car park before the lot': { lot: (lot) => `P-1/${lot}` },
  'a word around the lot': { lot: (lot) => `泊位${lot}号` },
  'a lot with decimals': { lot: (lot) => `${Number(lot)}.0` },
  'a lot in brackets': { lot: (lot) => `[${lot}]` },
  // Around the table
  'an empty column at the end': { names: [...usual.names, ''], more: () => [''] },
  'numbers of rows without a name, as pandas writes': { names: ['', ...usual.names], index: true },
  'remarks above': {
    above: ['停车记录', '车场：,人民路', '导出人：,王五,导出时间：,2026-11-24 08:00:00', ''],
  },
  'a report below': {
    below: [
      '合计,,,7',
      '制表人：,张三,审核人：,李四',
      '打印时间：2026-11-24 09:00:00',
      '第 1 页 共 1 页',
      '注：以平台为准',
    ],
  },
  'money with commas between tabs': {
    by: '\t',
    names: [...usual.names, '金额', '实收'],
    more: () => ['1,234.50', '1,234,567.00'],
  },
  semicolons: { by: ';', names: [...usual.names, '地址'], more: () => ['人民路,1,2,3,4,5,6'] },
  'a damaged letter': {
    names: ['泊位编号', '车牌号', '事件时间', '事件类型', '备注说明'],
    more: () => ['正常停车'],
    bytes: (text) => new TextEncoder().encode(text).with(new TextEncoder().encode(text).length - 3, 0xff),
  },
  'a cut letter at the end': {
    bytes: (text) => new TextEncoder().encode(`${text}合计：七条`).slice(0, -1),
    below: [],
  },
}

test.for(Object.entries(forms))('%s', ([, form]) => {
  const { result, is_stay } = comparedIn(form)
  expect(result.unmapped).toEqual([])
  expect([result.file.closes, result.device.closes, result.foreign]).toEqual([true, true, false])
  expect(result.file.total).toBe(is_stay ? 8 : 7)
  expect({ ...result.file.terms, ...result.device.terms }).toEqual(termsOfDay(is_stay))
})
