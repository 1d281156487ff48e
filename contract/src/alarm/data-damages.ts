/**
 * What a check of the data folder finds while the device keeps working (docs/data-folder.md). One alarm names
 * the file, what it costs and what to do; these are its sentences for the log, the console and the mails.
 */
export const data_damages = [
  'restore_failed',
  'restore_plan',
  'snapshot',
  'database',
  'database_log',
  'database_older',
  'database_replaced',
  'chain_older',
  'erasure_certificate',
  'trial',
  'key_repaired',
  'signing_key',
  'evidence_log',
  'evidence_log_part',
  'evidence_log_older',
  'audit_chain',
  'audit_chain_part',
  'picture',
  'model_files',
  'analysis_state',
] as const
export type DataDamage = (typeof data_damages)[number]
type Sentences = Readonly<Record<DataDamage, string>>

export const damage_sentences_en: Sentences = {
  restore_failed:
    'The restore could not be carried out; settings, users, cameras and events are as before. ' +
    'Free space on the disk or choose another snapshot, and ask for it again.',
  restore_plan:
    'The plan of a restore was damaged, or a copy of one that had been carried out, and was set aside. ' +
    'Compare the settings and the network with what you expect, and ask for the restore again.',
  snapshot:
    'The snapshot is not what was stored under its name and cannot be brought back. ' +
    'Nothing else is affected. Delete it; the next change makes a new one.',
  database:
    'A part of the main database cannot be read; events or settings may be missing. ' +
    'Stop the server and bring back the newest snapshot.',
  database_log:
    'A write-ahead log of another time or device lay next to its database and was set aside: ' +
    'it would have put foreign pages among its own. If files were copied by hand, check the newest events.',
  database_older:
    'The main database is older than the audit chain: settings and events since then are missing. ' +
    'Unless an old copy was put back on purpose, bring back the newest snapshot and verify the log.',
  database_replaced:
    'The main database was replaced on the box: settings and events since its snapshot are missing. ' +
    'The former file is kept next to it, and files without an event are kept for seven days.',
  chain_older:
    'The audit chain is older than the main database: it was put back, and its last links are gone. ' +
    'Verify the log against a head that is kept elsewhere.',
  erasure_certificate:
    'The certificate of the last erasure is damaged and cannot be shown; the erasure itself is complete, ' +
    'and nothing is erased again. The audit names the erasure.',
  trial:
    'The record of the last network change is damaged, so it could not be undone. ' +
    'Compare the network settings with what you expect.',
  key_repaired:
    'The key was damaged or missing and has been replaced from its copy; nothing is lost. Check the disk.',
  signing_key:
    'The key that signs evidence is missing, damaged or not the one of this device, and so is its copy. ' +
    'Events are recorded and sent as before; dossiers, daily statements and heads cannot be signed. ' +
    'Put the file back from a backup and restart, or make a new key, which no former key vouches for.',
  evidence_log:
    'The evidence log is missing, cannot be read or is not the one of this device. ' +
    'No dossiers and statements can be made. ' +
    'Events are recorded and sent as before, and their entries wait in parking.db. ' +
    'Put the file back from a backup and restart; ' +
    'only if there is none, run "parking-edge accept-loss proof.db".',
  evidence_log_part:
    'A part of the evidence log was changed or cannot be read: dossiers of the events in it do not verify. ' +
    'New entries are still recorded. Put the file back from a backup, and keep the damaged one.',
  evidence_log_older:
    'The evidence log was older than the main database: its last entries were gone and are made again, ' +
    'with the time of now. Statements and heads that were given out since then do not match it. ' +
    'If an old copy was put back, put back the newer file instead.',
  audit_chain:
    'The audit chain is missing, cannot be read or is not the one of this device. ' +
    'The log is not protected. ' +
    'Acts are recorded as before and wait in parking.db. ' +
    'Put the file back from a backup and restart; ' +
    'only if there is none, run "parking-edge accept-loss audit.db".',
  audit_chain_part:
    'A part of the audit chain was changed or cannot be read; new acts are still linked. ' +
    'Verify the log, which names the links, and put the file back from a backup.',
  picture:
    'A stored picture or clip (of a folder: several) is damaged or missing. Its event and the hash of the ' +
    'picture are as before; a dossier says that it is missing. ' +
    'Check the disk; the object storage may have it.',
  model_files:
    'The files of this model were changed or are missing: it is neither used nor tried. ' +
    'Everything else is as before. Upload the model again, or delete it.',
  analysis_state:
    'What the analysis program knew of the lots was damaged: parked vehicles are reported as new entries, ' +
    'and events that it had not yet reported are missing. Stored events are as before. ' +
    'Check the stays of today; then remove the damaged file, which is kept next to it.',
}

export const damage_sentences_zh: Sentences = {
  restore_failed: '恢复没有执行：设置、用户、摄像机和事件与之前相同。请腾出磁盘空间或另选快照，再次恢复。',
  restore_plan:
    '恢复的计划文件已损坏，或是已执行过的计划的副本，已被搁置，没有执行完。请核对设置和网络，必要时再次恢复。',
  snapshot: '这个快照与保存时不一致，不能用来恢复；其他内容不受影响。请删除它，下一次更改会生成新的快照。',
  database: '主数据库有一部分读不出来，可能缺少事件或设置。请停止服务，并恢复最新的快照。',
  database_log:
    '数据库旁边的这个预写日志属于另一时间或另一台设备，读入会使内容混杂，已搁置。' +
    '如果手工放回过文件，请核对最近的事件。',
  database_older:
    '主数据库比审计链旧：此后的设置和事件已缺失。如果不是有意放回旧副本，请恢复最新的快照并核对日志。',
  database_replaced:
    '主数据库已在设备上换成快照：此后的设置和事件已缺失。原文件保留在旁边，没有事件的图片保留 7 天。',
  chain_older: '审计链比主数据库旧：它被换成了旧副本，末尾的记录已缺失。请用另存的校验码核对日志。',
  erasure_certificate:
    '上次清除数据的证明已损坏，无法显示；清除本身已经完成，也不会再次清除。审计日志里有这次清除的记录。',
  trial: '上次网络更改的记录已损坏，无法撤回那次更改。请核对网络设置。',
  key_repaired: '这个密钥文件曾损坏或缺失，已用它的副本恢复，没有丢失内容。请检查磁盘。',
  signing_key:
    '用于签署证据的密钥及其副本缺失、损坏或不属于这台设备：事件照常记录和发送，但不能签署证据档案、' +
    '每日清单和校验码。请从备份放回文件并重启，或更换密钥（新密钥没有旧密钥的担保）。',
  evidence_log:
    '证据日志缺失、读不出来或不属于这台设备：不能生成证据档案和每日清单。事件照常记录和发送，' +
    '待记入的内容留在 parking.db。请从备份放回文件并重启；没有备份时才执行 parking-edge accept-loss proof.db。',
  evidence_log_part:
    '证据日志有一部分被改动或读不出来：其中事件的证据档案无法通过核对。新的内容仍会记入。' +
    '请从备份放回文件，并保留损坏的文件。',
  evidence_log_older:
    '证据日志比主数据库旧：末尾的内容已缺失，正在按当前时间重新记入；此后已交出的每日清单和校验码与它不再相符。' +
    '如果放回的是旧副本，请改放较新的文件。',
  audit_chain:
    '审计链缺失、读不出来或不属于这台设备，日志暂时不受保护。操作照常记录，留在 parking.db 等待链接。' +
    '请从备份放回文件并重启；没有备份时才执行 parking-edge accept-loss audit.db。',
  audit_chain_part:
    '审计链有一部分被改动或读不出来，新的操作仍会链接。请核对日志找出位置，并从备份放回文件。',
  picture:
    '保存的图片或视频（写文件夹时为多个）已损坏或缺失。事件和图片的哈希值与之前相同，证据档案会注明缺失。' +
    '请检查磁盘；对象存储里可能还有。',
  model_files:
    '这个模型的文件被改动或缺失，不会使用，也不能试用；其他内容不受影响。请重新上传这个模型，或删除它。',
  analysis_state:
    '分析程序保存的泊位状态曾损坏：在场车辆会作为新的驶入上报，尚未上报的事件已缺失；已保存的事件与之前相同。' +
    '请核对今天的停车记录，然后删除保留在旁边的损坏文件。',
}

export const damage_sentences_tw: Sentences = {
  restore_failed: '還原沒有執行：設定、使用者、攝影機和事件與之前相同。請騰出磁碟空間或另選快照，再次還原。',
  restore_plan:
    '還原的計畫檔已損毀，或是已執行過的計畫的副本，已被擱置，沒有執行完。請核對設定和網路，必要時再次還原。',
  snapshot: '這個快照與儲存時不一致，不能用來還原；其他內容不受影響。請刪除它，下一次變更會產生新的快照。',
  database: '主資料庫有一部分讀不出來，可能缺少事件或設定。請停止服務，並還原最新的快照。',
  database_log:
    '資料庫旁邊的這個預寫紀錄檔屬於另一時間或另一台裝置，讀入會使內容混雜，已擱置。' +
    '如果手動放回過檔案，請核對最近的事件。',
  database_older:
    '主資料庫比稽核鏈舊：此後的設定和事件已缺失。如果不是有意放回舊副本，請還原最新的快照並核對紀錄。',
  database_replaced:
    '主資料庫已在裝置上換成快照：此後的設定和事件已缺失。原檔案保留在旁邊，沒有事件的圖片保留 7 天。',
  chain_older: '稽核鏈比主資料庫舊：它被換成了舊副本，末尾的紀錄已缺失。請用另存的檢查碼核對紀錄。',
  erasure_certificate:
    '上次清除資料的證明已損毀，無法顯示；清除本身已經完成，也不會再次清除。稽核紀錄裡有這次清除的紀錄。',
  trial: '上次網路變更的紀錄已損毀，無法撤回那次變更。請核對網路設定。',
  key_repaired: '這個金鑰檔案曾損毀或缺失，已用它的副本復原，沒有遺失內容。請檢查磁碟。',
  signing_key:
    '用於簽署證據的金鑰及其副本缺失、損毀或不屬於這台裝置：事件照常記錄和傳送，但不能簽署證據檔案、' +
    '每日清單和檢查碼。請從備份放回檔案並重新啟動，或更換金鑰（新金鑰沒有舊金鑰的擔保）。',
  evidence_log:
    '證據紀錄缺失、讀不出來或不屬於這台裝置：不能產生證據檔案和每日清單。事件照常記錄和傳送，' +
    '待記入的內容留在 parking.db。請從備份放回檔案並重新啟動；沒有備份時才執行 parking-edge accept-loss proof.db。',
  evidence_log_part:
    '證據紀錄有一部分遭更動或讀不出來：其中事件的證據檔案無法通過核對。新的內容仍會記入。' +
    '請從備份放回檔案，並保留損毀的檔案。',
  evidence_log_older:
    '證據紀錄比主資料庫舊：末尾的內容已缺失，正在以目前時間重新記入；此後已交出的每日清單和檢查碼與它不再相符。' +
    '如果放回的是舊副本，請改放較新的檔案。',
  audit_chain:
    '稽核鏈缺失、讀不出來或不屬於這台裝置，紀錄暫時不受保護。操作照常記錄，留在 parking.db 等待連結。' +
    '請從備份放回檔案並重新啟動；沒有備份時才執行 parking-edge accept-loss audit.db。',
  audit_chain_part:
    '稽核鏈有一部分遭更動或讀不出來，新的操作仍會連結。請核對紀錄找出位置，並從備份放回檔案。',
  picture:
    '儲存的圖片或影片（寫資料夾時為多個）已損毀或缺失。事件和圖片的雜湊值與之前相同，證據檔案會註明缺失。' +
    '請檢查磁碟；物件儲存裡可能還有。',
  model_files:
    '這個模型的檔案遭更動或缺失，不會使用，也不能試用；其他內容不受影響。請重新上傳這個模型，或刪除它。',
  analysis_state:
    '分析程式儲存的車格狀態曾損毀：在場車輛會作為新的駛入回報，尚未回報的事件已缺失；已儲存的事件與之前相同。' +
    '請核對今天的停車紀錄，然後刪除保留在旁邊的損毀檔案。',
}
