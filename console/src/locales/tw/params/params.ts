import type { Translation } from '#src/locales/types/translation.ts'
import type zh from '#src/locales/zh/params/params.ts'

export default {
  hint: '參數儲存後立即生效，不需重新啟動；未儲存的變更在切換頁面時會保留',
  label: '參數分組',
  commissioning: '開通檔',
  tabs: {
    alg: '演算法',
    schedule: '時段計畫',
    event: '取證',
    storage: '物件儲存',
    platform: '平台',
    alarm: '警報郵件',
    mqtt: 'MQTT',
    document: '匯入匯出',
    history: '修改紀錄',
  },
  unsaved: '有變更尚未儲存',
  failed: '無法讀取參數',
  admins_only: '只有管理員可以修改這組參數',
  as_factory: '全部為原廠值',
  drift: (n) => `${n} 項與原廠值不同`,
  reset_all: '全部還原為原廠值',
  taken: {
    by_server: '已生效',
    taken: '分析程式已依此執行',
    waiting: '等待分析程式確認',
    refused: '分析程式無法採用',
    not_running: '分析程式未執行，啟動後生效',
  },
  taken_saved: '分析程式仍依已儲存的值執行',
  problem: (field, issue) => `${field}，分析程式原文：${issue}`,
  changed_by: (who) => `最近由 ${who} 修改於`,
  another_user: '裝置',
} satisfies Translation<typeof zh>
