/**
 * The verifier's page: choose a dossier and read the verdict. It works when opened as a file, without a
 * network.
 */
import { blobSource, browser_platform, missingHere } from '../src/browser.mjs'
import { fingerprintIn, outsideOf } from '../src/outside.mjs'
import { verifyDossier } from '../src/verify.mjs'
import { languageFor, words } from '../src/wording.mjs'
import { el, labelled } from './elements.mjs'
import { resultOf } from './result.mjs'

/** @typedef {import('../src/wording.mjs').Language} Language */

/** The user's choices, which are kept when the language changes. */
const chosen = {
  language: languageFor(navigator.language),
  dossier: /** @type {File | undefined} */ (undefined),
  key: '',
  /** What the chosen files say about the device. */
  outside: /** @type {Awaited<ReturnType<typeof outsideOf>>[]} */ ([]),
  verdict: /** @type {import('../src/types.mjs').Verdict | undefined} */ (undefined),
}
const tags = { en: 'en', zh: 'zh-CN', tw: 'zh-TW' }
const names = { en: 'English', zh: '简体中文', tw: '繁體中文' }
const app = /** @type {HTMLElement} */ (document.querySelector('#app'))
const result = el('div', {})
/** The number of the newest run. Only that run may show its verdict. */
let run = 0

async function verify() {
  const own = ++run
  const w = words[chosen.language]
  if (!chosen.dossier) return
  const missing = await missingHere()
  if (missing) return result.replaceChildren(el('section', { role: 'alert' }, w.page[missing]))
  result.replaceChildren(el('section', { role: 'status' }, w.page.working))
  const key = fingerprintIn(chosen.key)
  const known = {
    keys: key === undefined ? [] : [key],
    heads: chosen.outside.flatMap(({ heads }) => heads),
    history: chosen.outside.flatMap(({ history }) => history),
    vouches: chosen.outside.flatMap(({ vouches }) => vouches),
  }
  const verdict = await verifyDossier(blobSource(chosen.dossier), browser_platform, known)
  if (own !== run) return
  chosen.verdict = verdict
  result.replaceChildren(...resultOf(verdict, chosen.language))
}

function draw() {
  const { language } = chosen
  const w = words[language]
  document.documentElement.lang = tags[language]
  document.title = w.title
  app.replaceChildren(
    el('header', {}, el('h1', {}, w.title), languages()),
    el('section', {}, dossierField(), keyField(), headsField()),
    result,
  )
  result.replaceChildren(...(chosen.verdict ? resultOf(chosen.verdict, language) : []))
}

function languages() {
  const select = /** @type {HTMLSelectElement} */ (
    el(
      'select',
      { 'aria-label': words[chosen.language].page.language },
      ...Object.entries(names).map(([value, name]) => el('option', { value }, name)),
    )
  )
  select.value = chosen.language
  select.addEventListener('change', () => {
    chosen.language = /** @type {Language} */ (select.value)
    draw()
  })
  return el('label', {}, select)
}

function dossierField() {
  const w = words[chosen.language].page
  const input = /** @type {HTMLInputElement} */ (
    el('input', {
      type: 'file',
      accept: '.zip,.json,application/zip,application/json',
      'aria-label': w.choose,
    })
  )
  const shown = el('span', {}, chosen.dossier ? chosen.dossier.name : w.drop)
  const field = el('div', { class: 'drop' }, el('b', { 'aria-hidden': 'true' }, w.choose), shown, input)
  const take = (/** @type {File | null | undefined} */ file) => {
    if (!file) return
    chosen.dossier = file
    shown.textContent = file.name
    void verify()
  }
  input.addEventListener('change', () => take(input.files?.[0]))
  for (const type of ['dragenter', 'dragover', 'dragleave', 'drop'])
    field.addEventListener(type, (event) => {
      event.preventDefault()
      field.classList.toggle('over', type === 'dragenter' || type === 'dragover')
      if (type === 'drop') take(/** @type {DragEvent} */ (event).dataTransfer?.files[0])
    })
  return field
}

function keyField() {
  const w = words[chosen.language].page
  const input = /** @type {HTMLInputElement} */ (
    el('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', value: chosen.key })
  )
  const { element, error } = labelled(w.key, input, 'key')
  input.addEventListener('change', () => {
    chosen.key = input.value.trim()
    const bad = chosen.key !== '' && fingerprintIn(chosen.key) === undefined
    error.textContent = bad ? w.key_wrong : ''
    input.setAttribute('aria-invalid', String(bad))
    if (!bad) void verify()
  })
  return element
}

function headsField() {
  const w = words[chosen.language].page
  const input = /** @type {HTMLInputElement} */ (el('input', { type: 'file', multiple: '' }))
  const { element, error } = labelled(w.heads, input, 'heads')
  input.addEventListener('change', async () => {
    chosen.outside = await Promise.all(
      [...(input.files ?? [])].map((file) =>
        outsideOf(blobSource(file), browser_platform).catch(() => ({ heads: [], history: [], vouches: [] })),
      ),
    )
    const is_empty = chosen.outside.some(({ heads, history }) => heads.length + history.length === 0)
    error.textContent = is_empty ? w.heads_wrong : ''
    void verify()
  })
  return element
}

draw()
