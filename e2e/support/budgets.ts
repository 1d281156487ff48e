/**
 * What a page may weigh when it is opened with an empty cache: kB of 1000 bytes on the wire, and requests.
 */
export const budgets = {
  login: { js_kb: 80, requests: 10 },
  dashboard: { js_kb: 200, requests: 25 },
  /** Scripts and styles together. */
  scene_editor: { code_kb: 250 },
  any: { js_kb: 270 },
} as const
