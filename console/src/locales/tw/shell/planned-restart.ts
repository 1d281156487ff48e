import type zh from '#src/locales/zh/shell/planned-restart.ts'
import type { Translation } from '#src/locales/types/translation.ts'

export default {
  restore: '裝置正在還原原廠設定，請稍候…',
  bring_back: '裝置正在還原快照，請稍候…',
  waited: (duration: string) => `已等待 ${duration}`,
  usual: (duration: string) => `上次花費 ${duration}`,
  usual_unknown: '通常需要一兩分鐘',
  usual_short: '通常不到一分鐘',
  progress: '預估進度',
  steps: { asked: '裝置已接受指令', gone: '服務停止，裝置離線', back: '等待裝置重新上線' },
  here: '請勿斷電。裝置恢復後，此頁面會自動繼續。',
  login: '請勿斷電。裝置恢復後，會自動開啟登入頁面。',
  moves: '裝置將以新的網路位址恢復，請將這台電腦接到對應的網段後開啟：',
  late: '裝置離線的時間比預估的長',
  late_says: '仍在繼續嘗試。同時請檢查：',
  late_power: '裝置是否通電，指示燈是否亮起',
  late_cable: '網路線兩端是否插好，交換器連接埠是否亮燈',
  late_address: (host: string) => `這台電腦能否連到 ${host}，裝置的位址是否有變`,
  stuck: '裝置仍有回應，似乎沒有重新啟動',
  stuck_says: '可以再等一會兒，也可以結束等待，到系統紀錄查看原因後再試。',
  give_up: '結束等待',
  done: {
    reboot: (duration: string) => `裝置已重新啟動，花費 ${duration}`,
    restore: (duration: string) => `已還原原廠設定，花費 ${duration}`,
    bring_back: (duration: string) => `已還原快照，花費 ${duration}`,
  },
  undone: {
    restore: '沒有還原原廠設定，所有內容維持原樣。原因請看系統紀錄',
    bring_back: '沒有還原快照，所有內容維持原樣。原因請看系統紀錄',
  },
  password: {
    title: '請記下一次性密碼',
    says: '使用者已被清除。裝置恢復後，只能用下面的使用者名稱和密碼登入，並須立即設定新密碼。',
    once: '它只在這裡顯示一次，關閉後無法再查看。',
    username: '使用者名稱',
    password: '一次性密碼',
    noted: '我已記下一次性密碼',
    go_on: '繼續',
    go_on_why: '請先確認已記下密碼',
  },
} satisfies Translation<typeof zh>
