/** How the analysis application keeps up with a camera. */
import type { analysis_health_states } from '@parking/contract/camera/analysis-health.ts'

type Without = Exclude<(typeof analysis_health_states)[number], 'watched'>

export default {
  title: '分析情况',
  failed: '无法读取分析情况',
  tags: { well: '正常', slowed: '已放慢', unseen: '取不到画面' },
  without: {
    no_application: '分析程序没有连接，目前没有分析任何摄像机。',
    no_figures: '正在使用的分析程序没有报告运行情况。',
    not_watched: '没有分析这台摄像机：它还没有启用的泊位，或分析程序刚刚启动。',
  } satisfies Record<Without, string>,
  rate: '分析频率',
  rate_is: (rate: string, seconds: string) => `${rate} 帧/秒（每 ${seconds} 秒一张）`,
  latency: '从画面到判断',
  seconds: (n: string) => `${n} 秒`,
  no_latency: '没有分析过画面',
  looks: '分析的画面',
  looks_are: (n: number, minutes: number) => `最近 ${minutes} 分钟 ${n} 张`,
  misses: '没有可用的画面',
  no_misses: '没有',
  misses_are: (n: number, why: string) => `${n} 次${why === '' ? '' : `：${why}`}`,
  slowed: (wanted: string, seconds: string) =>
    `处理器繁忙，已从每 ${wanted} 秒放慢到每 ${seconds} 秒一张。停车事件不会丢失，只是判断较晚。`,
}
