/** Editing a camera. */
export default {
  open: '修改',
  title: (name: string) => `修改攝影機：${name}`,
  hint: '改了位址或帳號時，先連線並核對畫面，再儲存；只改名稱則直接儲存。',
  measured: '以下由攝影機自己回報，不用填寫',
  submit: '連線並核對',
  seen: '這是依新設定剛剛擷取的畫面。確認是同一台攝影機後再儲存；現在還沒有儲存任何內容。',
  unseen: '裝置未安裝 ffmpeg，儲存前看不到串流的畫面。',
  cancel: '取消',
  back: '返回修改',
  save: '儲存修改',
  saving: '正在儲存…',
  saved: '攝影機已修改',
}
