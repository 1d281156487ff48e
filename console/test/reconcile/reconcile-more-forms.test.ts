/**
 * More forms of the same day, as other programs in China and Taiwan write it: each finds its differences.
 * Long because each form is one line.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deviceZone } from '#src/stores/device-zone.ts'
import { termsOfDay } from '#test/reconcile/compared.ts'
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
  type Form,
} from '#test/reconcile/written-day.ts'

beforeEach(() => deviceZone.set('Asia/Shanghai'))
afterEach(() => deviceZone.set(''))

const forms: Readonly<Record<string, Partial<Form>>> = {
  'an offset of hours alone': { time: (at) => `${iso(at)}.000+08` },
  'dots, the day first': { time: (at) => `23.11.2026 ${clock(at)}` },
  'ROC in brackets': { time: (at) => `(115)年11月23日 ${clock(at)}` },
  '民國 with the half of the day': {
    time: (at) => `民國115年11月23日 ${halfOf(at)} ${of12(at)}${rest(at)}`,
  },
  '民國 with 時 分 秒': {
    time: (at) =>
      `民國 115 年 11 月 23 日 ${halfOf(at)}${of12(at)}時${clock(at).slice(3, 5)}分${clock(at).slice(6)}秒`,
  },
  'ROC slashes with the half': { time: (at) => `115/11/23 ${halfOf(at)} ${two(of12(at))}${rest(at)}` },
  'a long English date': {
    time: (at) => `Monday, November 23, 2026 ${of12(at)}${rest(at)} ${hour(at) < 12 ? 'AM' : 'PM'}`,
  },
  'the half before the date': {
    time: (at) => `${hour(at) < 12 ? 'AM' : 'PM'} ${of12(at)}${rest(at)} 2026/11/23`,
  },
  'the time before the date': { time: (at) => `${clock(at)} 2026-11-23` },
  'a formula of text': { time: (at) => `="${iso(at)}"` },
  'no blank before the half': {
    time: (at) => `2026/11/23 ${of12(at)}${rest(at)}${hour(at) < 12 ? 'am' : 'pm'}`,
  },
  'day of the week in Taiwan': { time: (at) => `2026/11/23 星期一 ${halfOf(at)} ${of12(at)}${rest(at)}` },
  ...Object.fromEntries(
    (
      '进/出 入/出 IN/OUT Entry/Exit 驶入车位/驶出车位 停入/开走 1:入场/2:出场 上报入场/上报出场 車輛進入/車輛離開 ' +
      'ENTRY_EVENT/EXIT_EVENT 泊车/离车 check-in/check-out 停妥/離開 进场(入口)/出场(出口) 來/去 车辆入位/车辆出位 ' +
      '开单/结单 Car-In/Car-Out PARKING_START/PARKING_END 驶进/驶出 進/離 Occupied/Vacant 入场成功/出场成功'
    )
      .split(' ')
      .map((both) => [`the types ${both}`, { words: both.split('/') as [string, string] }]),
  ),
  ...Object.fromEntries(
    [
      'NaT',
      'NaN',
      '#N/A',
      '1899-12-30 00:00:00',
      '1900-01-00 00:00:00',
      '2099-12-31 23:59:59',
      '停放中',
      '进行中',
      '尚未離場',
      '/',
      '—',
      '未离开',
      '仍在场',
      '1900/1/0',
      '未結束',
      'None',
      '\\N',
      '(null)',
      '未驶离',
      '無',
      '空',
      '0000/00/00',
      '1/1/0001 12:00:00 AM',
    ].map((no_exit) => [`no exit is ${no_exit}`, { names: a_stay, no_exit }]),
  ),
  'a blank in the plate': { plate: (plate) => `${plate.slice(0, 2)} ${plate.slice(2)}` },
  'a hyphen in the plate': { plate: (plate) => `${plate.slice(0, 2)}-${plate.slice(2)}` },
  'a full stop in the plate': { plate: (plate) => `${plate.slice(0, 2)}.${plate.slice(2)}` },
  'a plate in full width': {
    plate: (plate) => plate.replaceAll(/[A-Z0-9]/g, (n) => String.fromCharCode(n.charCodeAt(0) + 0xfee0)),
  },
  'small letters': { plate: (plate) => plate.toLowerCase() },
  'a plate with its region': { plate: (plate) => `${plate}【小型汽车】` },
  'a plate with its colour as a number': { plate: (plate) => `${plate}_0` },
  'a plate in the other script': { plate: (plate) => plate.replace('粤', '粵') },
  'a minus in the plate': { plate: (plate) => `${plate.slice(0, 2)}−${plate.slice(2)}` },
  'a plate with 车号': { plate: (plate) => `车号：${plate}` },
  'a plate with 号牌': { plate: (plate) => `车牌:${plate}` },
  'a bullet': { plate: (plate) => `${plate.slice(0, 2)}•${plate.slice(2)}` },
  'a lot with its area': { lot: (lot) => `A区 ${lot}` },
  'a lot with words': { lot: (lot) => `第${lot}号泊位` },
  'a lot with #': { lot: (lot) => `#${lot}` },
  'a lot with 車格': { lot: (lot) => `車格 ${lot}` },
  ...Object.fromEntries(
    [
      '小计,,,7',
      '总计：7',
      '合計 7 筆',
      'Total,,,7',
      '-- 以下空白 --',
      'End of report',
      '(7 rows affected)',
      '已選取 7 列',
      '共7条记录，第1/1页',
      '總計,,,7',
      'Grand Total,,,7',
      '导出完成',
      '數據來源：停車平台',
      '平均,,,1.5',
      '本页小计：7',
      '记录总数：7',
    ].map((one) => [`below: ${one}`, { below: [one] }]),
  ),
  ...Object.fromEntries(
    ['001(充电)', '001-小型', 'P001', '440304000001', '南山001'].map((one) => [
      `a lot such as ${one}`,
      { lot: (lot: string) => one.replace('001', lot) },
    ]),
  ),
  ...Object.fromEntries(
    ['【粤B1】', '粤B1_0', '粤B1(02)', '粤B1[新能源]', '蓝牌 粤B1', '粤B1-蓝'].map((one) => [
      `a plate such as ${one}`,
      { plate: (plate: string) => one.replace('粤B1', plate) },
    ]),
  ),
  'brackets around the time': { time: (at) => `[${iso(at)}]` },
  'an English day in brackets': { time: (at) => `2026/11/23 (Mon) ${clock(at)}` },
  'the separator of a spreadsheet': { above: ['sep=,'] },
  ...Object.fromEntries(
    [
      '停車格代碼,車牌,事件發生時間,事件種類',
      'BERTHCODE,CARNO,PASSTIME,INOUTTYPE',
      '泊位,车牌,时间戳,出入',
      'ParkSpaceNo,PlateNumber,OccurTime,EventType',
      '车位,车牌号码,发生时间,动作',
      '車位編號,車牌號碼,日期時間,進出狀態',
    ].map((names) => [`the columns ${names}`, { names: names.split(',') }]),
  ),
  ...Object.fromEntries(
    [
      '泊位,车牌,进场时间,出场时间',
      '车位编号,车牌号码,停入时间,驶离时间',
      'ParkSpace,PlateNo,InTime,OutTime',
      'berth,plate,parked_from,parked_until',
      'Bay No,Registration,Check-in,Check-out',
      '泊位号,车牌,订单开始时间,订单结束时间',
      '泊位,车牌,到达时间,离去时间',
      'Spot No,Vehicle Reg,Checked In,Checked Out',
      'ParkingSpaceCode,CarNum,EnterTimeStr,ExitTimeStr',
      'berth_code,license,in_time,out_time',
      '泊位号,车牌,起始时间,截止时间',
      '車位,車牌,停車起,停車迄',
      '車位,車牌,停車起時,停車迄時',
      '車位,車牌,起始時間,迄止時間',
      '車位,車牌,駐車開始,駐車結束',
      '泊位,车牌,驻车时间,驶离时间',
      '泊位,车牌,首次入场时间,最后出场时间',
      '车场泊位,车牌,进场时间,出场时间',
      '路内泊位号,车牌,进场时间,出场时间',
      'space_no,plate_no,park_time,leave_time',
      'berthCode,plateNo,startParkTime,endParkTime',
      'bay,vrm,entry_ts,exit_ts',
      'bay,vrn,time_of_entry,time_of_exit',
      'Stall,Tag,Arrive,Depart',
      '泊位,车牌,IN_DT,OUT_DT',
      '泊位,车牌,入场时间,驶走时刻',
    ].map((names) => [`a row a stay: ${names}`, { names: names.split(',') }]),
  ),
  // The names alone say too little; the cells are times.
  ...Object.fromEntries(
    (
      '入場/出場 进/出 進/出 in/out In/Out 进场/出场 驶入/驶离 入位/出位 停入/离开 开始/结束 起/止 from/to ' +
      'start/end entry/exit arrival/departure Entered/Exited'
    )
      .split(' ')
      .map((both) => [`times named ${both}`, { names: ['泊位', '车牌', ...both.split('/')] }]),
  ),
  'times named 入场 and 出场 beside words': {
    names: ['泊位', '车牌号', '入场', '出场', '入场方式', '出场方式'],
    more: () => ['抓拍', '抓拍'],
  },
  // The time of payment is not the exit.
  'a row a stay with the times of what people do': {
    names: ['泊位', '车牌', '入场时间', '出场时间', '支付时间', '创建时间'],
    more: ({ out }) => [iso(out + 60), iso(out + 61)],
  },
  'the gates in columns of their own': {
    names: ['车位号', '车牌号码', '进场时间', '离场时间', '停车时长', '入场设备', '出场设备', '放行类型'],
    more: () => ['1小时2分', '入口', '出口', '自动放行'],
  },
  ...Object.fromEntries(
    [
      '泊位,车牌号,上报时间,泊位状态/占用,空闲',
      '車格,車牌號碼,變更時間,狀態/進車,離車',
      '車格,車牌號碼,辨識時間,進出別/進,出',
      '車格,車牌號碼,時間,進出場別/進場,出場',
      '车位,车牌,采集时间,行为/驶入,驶离',
      '泊位,车牌,数据时间,事件名称/车辆驶入泊位,车辆驶离泊位',
      '車格,車號,偵測時間,車位狀態/佔用,空位',
      '車位,車牌,拍攝時間,進出/進場,出場',
      'stall_id,plate_text,captured_at,event/vehicle_entered,vehicle_left',
      'parkingSpaceNo,carPlate,created_at,status/PARKED,LEFT',
      'berthNo,carNo,reportTime,parkStatus/occupied,free',
      '车位号,车牌号,开始时间,状态/占位,释放',
      '车位号,车牌号,时间,状态/车来,车走',
    ].map((form) => {
      const [names, words] = form.split('/').map((list) => list.split(','))
      return [`a single column of times: ${form}`, { names: names!, words: words as [string, string] }]
    }),
  ),
}

test.for(Object.entries(forms))('%s', ([, form]) => {
  const { result, is_stay } = comparedIn(form)
  expect(result.unmapped).toEqual([])
  expect([result.file.closes, result.device.closes, result.foreign]).toEqual([true, true, false])
  expect(result.file.total).toBe(is_stay ? 8 : 7)
  expect({ ...result.file.terms, ...result.device.terms }).toEqual(termsOfDay(is_stay))
})

test('a time of payment is no exit, and one lot of the device is not two of the file', () => {
  const paid = comparedIn({ names: ['泊位', '车牌', '入场时间', '支付时间'] })
  expect(paid.result.columns.exit_time).toBe('')
  const halves = comparedIn({ lot: (lot) => (lot === '003' ? 'B001' : `A${lot}`) })
  expect(halves.result.file.terms.equal).toBe(0)
})
