/** The chapters of the manual in the order of the margin. Each is a page of the same name in both scripts. */

/** @type {{ zh: string, tw: string, chapters: string[] }[]} */
export const groups = [
  { zh: '开始', tw: '開始', chapters: ['index', 'sign-in', 'first-event'] },
  {
    zh: '安装员',
    tw: '安裝人員',
    chapters: [
      'install-software',
      'device-info',
      'network',
      'time',
      'cameras',
      'lots',
      'scenes',
      'platform',
      'handover',
    ],
  },
  {
    zh: '运维员',
    tw: '維運人員',
    chapters: [
      'dashboard',
      'events',
      'queue',
      'stays',
      'reconcile',
      'evidence-rules',
      'params',
      'alarms',
      'logs',
      'monitoring',
      'undo',
      'update',
      'models',
      'users',
      'whitelist',
      'certificate',
      'restart',
      'diagnose',
      'interface',
    ],
  },
  { zh: '核查员', tw: '查核員', chapters: ['check', 'accuracy'] },
  { zh: '遇到问题', tw: '遇到問題', chapters: ['troubleshooting', 'password', 'glossary'] },
]

export const chapters = groups.flatMap((group) => group.chapters)
