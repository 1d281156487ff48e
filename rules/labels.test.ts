/** Every text that a user can see exists in both languages. */
import * as tables from '@parking/contract/core/codes.ts'
import { issue_kinds } from '@parking/contract'
import { describe, expect, test } from 'vitest'
import { loaders } from '@parking/console/locales/areas.ts'
import { areas, leaves, loadArea, type Tree } from '../scripts/lib/dictionaries.ts'
import { projectFiles } from '../scripts/lib/sources.ts'

/** Simplified characters that traditional Chinese never uses. */
const simplified = new RegExp(
  '[' +
    '设备统录车辆录网络请输认显隐图软码须户复试误误应验证过时间开关启动选择样个为与专业东丢严丰临举义乌乐习书买乱争亏云产亲仅从仓们价众优会伞伟传伤伪体佣侧侦债倾偿储儿兑党兰兴养兽内册写' +
    '军农冲决况冻净减凤击凿创删别刘则刚剂剑剧劝办务劳势勋单卖卢卫却厂厅历厉压厌县双发变叙叠号叹吗听员响哑唤嘱团园围国圆场坏块坚坛坝坟坠垄处够头夸夹夺奋奖妆妇妈孙学宁宝实宠审宪宽宾对寻导' +
    '寿将尔尘尝层属岁岂岗岛币帅师帐带帮庄庆库庙废广张弹强归当忆态怀怜总恋恒恳恶恼惊惧惨惩惯愤愿戏战户扑执扩扫扬扰抚抛抢护报担拟拥拦拨择挂挥损换据掳摄摆摇敌数断无旧显晓晕权条来极构枪柜标' +
    '栋栏树档桥检楼欢残毁毕气汇汉没沟泪泽洁浅测济浓涂润涨渐渔湾湿滚满滤灭灯灵灾炉点炼烂烟烦烧热爱爷牵犹独狭狮猪环现疗监盖盘盗着睁矫矿碍确码离种积称税稳穷窃竞笔筑签简类粮紧纪红约级纯纳纵' +
    '纸线练组细织终绍经结给络绝统继绩续维绿缓编缘缩网罗罚罢职联肃肠肤胁胜脉脏脑脚脱脸艺节芦苏范药获营虑虽补装见观规视览觉触计订认讨让训议讯记讲许论设访评识诉词译试诗诚话该详语误说请诸课' +
    '谁调谈谋谢谱贝负贡财责败货质购贯贴贵贸费贺资赏赔赖赚赛赞赢赶趋跃践踪车轨转轮软轴轻载较辅输边达迁过运还这进远连迟选递逻邮邻郑释鉴针钉钟钢钱铁铃铜银链销锁锅错键镇镜长门闪闭问闲间闻阀' +
    '队阳阴阵阶际陆陈险随难雾静页顶项顺须顾顿预领频题额风飞饭饰馆马驱驶验鱼鲜鸟麦齐龙' +
    ']',
)

const elsewhere = ['code', 'failure_reason', 'stills_reason', 'camera_finding']

describe('labels', () => {
  test('both languages have the same areas', () => {
    const filesOf = (language: string) =>
      projectFiles()
        .filter((path) => path.startsWith(`console/src/locales/${language}/`))
        .map((path) => path.split('/').slice(4).join('/'))
    expect(filesOf('tw')).toEqual(filesOf('zh'))
    expect(Object.keys(loaders.tw)).toEqual(areas)
    expect(areas.length).toBeGreaterThan(5)
  })

  test.for(areas)(
    '%s: both languages have the same keys of the same kind, and none is empty',
    async (area) => {
      const [zh, tw] = await Promise.all([loadArea('zh', area), loadArea('tw', area)])
      const shape = (tree: Tree) =>
        leaves(tree)
          .map((leaf) => `${leaf.path}: ${leaf.kind}`)
          .sort()
      expect(shape(tw)).toEqual(shape(zh))
      expect(
        [...leaves(zh), ...leaves(tw)].filter((leaf) => leaf.text.trim() === '').map((leaf) => leaf.path),
      ).toEqual([])
    },
  )

  test.for(areas)('%s: the texts for Taiwan are in traditional characters', async (area) => {
    const wrong = leaves(await loadArea('tw', area)).flatMap(({ path, text }) => {
      if (path === 'language_names.zh') return [] // the only text that stays in simplified characters
      const character = simplified.exec(text)?.[0]
      return character ? [`${path}: the simplified ${character} in "${text}"`] : []
    })
    expect(wrong).toEqual([])
  })

  test('the labels of each code table are its words', async () => {
    const labels = await loadArea('zh', 'codes')
    for (const [name, table] of Object.entries(tables)) {
      // The labels of these tables are where they are shown, each checked by its type.
      if (typeof table === 'function' || elsewhere.includes(name)) continue
      const words: readonly string[] = Array.isArray(table) ? table : Object.keys(table)
      expect([name, ...Object.keys(labels[name] ?? {}).sort()]).toEqual([name, ...[...words].sort()])
    }
  })

  test('every code of the envelope, every kind of issue and every reason has a sentence', async () => {
    const errors = await loadArea('zh', 'errors')
    const keys = (part: Tree[string] | undefined) => (typeof part === 'object' ? Object.keys(part) : [])
    expect(keys(errors['codes']).sort()).toEqual(
      Object.keys(tables.code)
        .filter((word) => word !== 'success')
        .sort(),
    )
    expect(keys(errors['issues']).sort()).toEqual([...issue_kinds].sort())
    expect(keys(errors['reasons']).sort()).toEqual([...tables.failure_reason].sort())
  })
})
