import type { Words } from '../../words.ts'
import type zh from '../zh/forms.ts'

export default {
  save: '儲存',
  saving: '正在儲存…',
  undo: '復原變更',
  unsaved: '有變更尚未儲存',
  restored: '已還原上次未儲存的內容',
  nothing_to_save: '沒有需要儲存的變更',
  moved: (value) => `裝置上目前是「${value}」，儲存將以此處為準`,
  range: (least, most, unit) => `${least} – ${most}${unit ? ` ${unit}` : ''}`,
  on: '開啟',
  off: '關閉',
  empty: '空白',
  choose: '請選擇',
  none: '不設定',
  kept: '留空則維持不變',
  show: '顯示',
  hide: '隱藏',
  read_only: '目前帳號僅能檢視，無法修改',
} satisfies Words<typeof zh>
