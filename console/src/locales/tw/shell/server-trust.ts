/** The certificate of a server that the device connects to: whom it trusts, and what it presents. */
import type { Translation } from '#src/locales/types/translation.ts'
import type zh from '#src/locales/zh/shell/server-trust.ts'

export default {
  label: '伺服器憑證',
  kinds: { system: '系統信任的機構', authority: '指定的機構', key: '指定的憑證' },
  hints: {
    system: '憑證由公共機構簽發，名稱與位址一致',
    authority: '只信任下面填寫的機構，其他機構簽發的一律拒絕',
    key: '只信任持有此公鑰的伺服器，不再核對名稱和有效期',
  },
  authority: '機構憑證（PEM）',
  authority_hint: '貼上一份或多份，從 BEGIN CERTIFICATE 到 END CERTIFICATE',
  key: '公鑰指紋（SHA-256）',
  key_none: '尚未接受憑證：請先讀取伺服器出示的憑證，核對後接受',
  fetch: '讀取伺服器出示的憑證',
  fetching: '正在讀取…',
  fetch_none: '請先填寫加密的位址（例如 https://）',
  not_read: '沒有讀到憑證',
  presented: (host: string) => `${host} 出示的憑證`,
  no_problem: '系統信任此憑證，不需另外接受',
  problems: {
    expired: '系統不信任：憑證已過期',
    not_yet: '系統不信任：憑證尚未生效，請確認裝置時間正確',
    self_signed: '系統不信任：憑證是自簽的',
    unknown_issuer: '系統不信任：簽發機構不在系統的名單中',
    wrong_name: '系統不信任：憑證不是發給這個位址的',
    other_key: '系統不信任此憑證',
    weak: '系統不信任：對方的加密過弱，請啟用 TLS 1.2 或更高版本',
    client_certificate: '對方要求裝置出示憑證，而裝置沒有憑證',
    not_tls: '對方在這個連接埠沒有使用加密',
    other: '系統不信任此憑證',
  },
  subject: '簽發給',
  issuer: '簽發者',
  self_signed: '自簽',
  validity: '有效期',
  sha256: '憑證指紋（SHA-256）',
  compare: '請在伺服器一側核對指紋：一致才接受，不一致表示連線被人攔截。續期時沿用同一金鑰，公鑰指紋不變。',
  accept: '接受此憑證',
  accepted: '已接受，儲存後生效',
  /** Of cameras that are asked by ONVIF. */
  camera: '以 HTTPS 連線此攝影機',
  camera_help: '選擇機構或憑證後，只以 HTTPS 存取此攝影機：連接埠請填寫它的 HTTPS 連接埠，通常是 443。',
  /** Of the VPN's register server. */
  registrar: '註冊伺服器使用私有或自簽憑證',
  registrar_help: '只在註冊時使用；註冊取得的設定檔自帶 VPN 伺服器的憑證。',
} satisfies Translation<typeof zh>
