import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { afterBuild } from './build/after-build.ts'
import { preloadHelper } from './build/preload-helper.ts'

const target = process.env['PARKING_TARGET'] ?? 'http://127.0.0.1:8080'

/** In development /login is its own document, as it is on a device. */
const loginPage: Plugin = {
  name: 'parking-login-page',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (/^\/login(\?|$)/.test(request.url ?? '')) request.url = '/login.html'
      next()
    })
  },
}

const either = (...parts: string[]) => new RegExp(parts.join('|'))

/** Runs first and requests what the first view needs; includes the bundler's runtime, which all files use. */
const early = either(
  'rolldown.runtime|console/src/(core/first-calls|lib/(cookie|picture-size|planned-restart-key)\\.ts)',
  'contract/src/core/(limits|call-facts|call-key)\\.ts',
)
const base = either(
  'node_modules/(react|react-dom|scheduler)/|vite/preload-helper',
  'contract/src/core/(codes|rules|language)\\.ts',
  'console/src/(navigation/guard\\.ts|core/errors\\.ts|login/post-call\\.ts)',
  'console/src/lib/(password-checks|preload-part)\\.ts',
  'console/src/stores/(session-end-reason|restart-result|trial-token)\\.ts',
  'console/src/theme/(palette|base|touch|forced)\\.css',
  'console/src/ui/(button/button\\.tsx|password(/|-icons)|stroke-icon)',
)
/** The shell without the parts that use the headless library, which are downloaded when first opened. */
const shell = either(
  'console/src/(ui(?!/combobox|.*-popup\\.)|lib|stores|session/(sign-in|logout))',
  'console/src/(time(?!/range)|tables(?!/list-bar))',
  'console/src/(core|navigation|forms/(use-may-work|why-button|switch|save-bar/unsaved-forms))',
  'console/src/(acts/say-with-undo|events/(queue/resume-upload|plate/))',
)
/** The dictionaries that every page needs, with the alarm kinds, which other dictionaries import too. */
const frameIn = (language: string) =>
  either(
    `console/src/locales/${language}/(shell/(frame|shell|errors|codes)|params/alarm-kinds)\\.ts`,
    `contract/src/words/${language}/codes\\.ts`,
  )
/** Small modules that the pages with event lists share, in one file instead of six. */
const lists = either(
  'console/src/(tables/list-bar|time/range/range-(button|model))',
  'console/src/events/(event/use-device-now|dossier/dossier-button|pictures/lot-outline|rules/rule-text)',
)
const headless = /node_modules\/(@base-ui|@floating-ui|reselect|use-sync-external-store)\//
/** What every page with a form needs: fields, their kinds, and the schemas that check them. */
const forms =
  /console\/src\/forms\/|node_modules\/zod\/|contract\/src\/(core\/(call|fields)|device\/ipv4-rules)\.ts/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [preloadHelper(), react(), loginPage, afterBuild()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: 'manifest.json',
    // Lists the bundled packages; a test compares the list with the notices (scripts/lib/supply).
    license: { fileName: 'bundled.json' },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { app: 'index.html', login: 'login.html' },
      // Few files, because each request is slow on a bad link: one for what the sign-in page shares with the
      // console, one for what every page shares, one for what every form shares.
      output: {
        codeSplitting: {
          groups: [
            { name: 'early', test: early, priority: 30 },
            { name: 'base', test: base, priority: 20 },
            { name: 'shell', test: shell, priority: 10 },
            { name: 'frame-zh', test: frameIn('zh'), priority: 5 },
            { name: 'frame-tw', test: frameIn('tw'), priority: 5 },
            { name: 'lists', test: lists, priority: 6 },
            { name: 'forms', test: forms, priority: 5 },
            { name: 'headless', test: headless, priority: 5 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/vue-element-admin', '/media', '/help'].map((path) => [
        path,
        { target, changeOrigin: false },
      ]),
    ),
  },
})
