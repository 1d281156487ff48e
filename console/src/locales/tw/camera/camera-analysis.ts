/** How the analysis application keeps up with a camera. */
import type { Translation } from '#src/locales/types/translation.ts'
import type zh from '#src/locales/zh/camera/camera-analysis.ts'

export default {
  title: '分析狀況',
  failed: '無法讀取分析狀況',
  tags: { well: '正常', slowed: '已放慢', unseen: '取不到畫面' },
  without: {
    no_application: '分析程式沒有連線，目前沒有分析任何攝影機。',
    no_figures: '正在使用的分析程式沒有回報運作狀況。',
    not_watched: '沒有分析這台攝影機：它還沒有啟用的車格，或分析程式剛剛啟動。',
  },
  rate: '分析頻率',
  rate_is: (rate, seconds) => `${rate} 影格/秒（每 ${seconds} 秒一張）`,
  latency: '從畫面到判斷',
  seconds: (n) => `${n} 秒`,
  no_latency: '沒有分析過畫面',
  looks: '分析的畫面',
  looks_are: (n, minutes) => `最近 ${minutes} 分鐘 ${n} 張`,
  misses: '沒有可用的畫面',
  no_misses: '沒有',
  misses_are: (n, why) => `${n} 次${why === '' ? '' : `：${why}`}`,
  slowed: (wanted, seconds) =>
    `處理器忙碌，已從每 ${wanted} 秒放慢到每 ${seconds} 秒一張。停車事件不會遺失，只是判斷較晚。`,
} satisfies Translation<typeof zh>
