/** The sentences that the device writes in English where a peer's words may stand as well. */
import type { Translation } from '#src/locales/types/translation.ts'
import type zh from '#src/locales/zh/shell/device-said.ts'
import { storage_reasons, storage_steps } from '../params/storage-reasons.ts'

export default {
  sentences: {
    address_not_url: () => '位址不是有效的網址',
    address_forbidden: () => '裝置不允許存取此位址',
    name_forbidden: (f) => `裝置不允許存取 ${f['name']}`,
    no_answer_in_time: () => '在時限內沒有回應',
    no_connection_in_time: () => '在時限內沒有連線成功',
    given_up: () => '請求已中止',
    answer_too_large: () => '回應內容過大',
    nothing_listens: () => '位址可達，但該連接埠沒有服務',
    no_route: () => '沒有到達此位址的路由，或網域名稱無法解析',
    tls_not_good: (f) => `憑證或加密連線有問題（${f['code']}）`,
    connection_broke: (f) => `連線中斷（${f['code'] === 'no answer' ? '沒有回應' : f['code']}）`,
    request_not_made: () => '請求未能送出',
    sign_in_without_token: () => '登入平台時，平台沒有給出權杖',
    sign_in_said: (f) => `登入平台：${f['said']}`,
    device_init_said: (f) => `裝置註冊：${f['said']}`,
    settings_changed: () => '設定在此期間已變更',
    picture_missing: () => '這筆事件的圖片在裝置上已不存在',
    file_missing: (f) => `這筆事件的檔案在裝置上已不存在（${f['kind']} ${f['n']}）`,
    app_ended_with_status: (f) => `程式結束，狀態碼 ${f['status']}`,
    app_ended_by_signal: (f) => `程式被訊號 ${f['signal']} 終止`,
    app_program_missing: () => '找不到程式檔案',
    app_manager_silent: () => 'systemd 沒有回應',
  },
  storage: (step, reason, said) => `${step}：${reason}${said === '' ? '' : `（${said}）`}`,
  storage_steps,
  storage_reasons,
} satisfies Translation<typeof zh>
