/** What a page may weigh when it is opened cold (DESIGN §9), in kB of 1000 bytes as they cross the wire, and in requests. */
export const budgets = {
  login: { js_kb: 80, requests: 10 },
  dashboard: { js_kb: 200, requests: 25 },
  /** Scripts and styles together (issue: opening the editor costs at most 250 kB). */
  scene_editor: { code_kb: 250 },
  any: { js_kb: 270 },
} as const
