/** The site as VitePress builds it, and as the device serves it below /help/ under its own content policy. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { anchorOf } from './anchors.mjs'
import { groups } from './chapters.mjs'
import { englishPages } from './english-pages.mjs'
import { notices } from './notices.mjs'

const words = {
  zh: {
    lang: 'zh-CN',
    title: '使用手册',
    description: '泊位分析终端的使用手册',
    outline: '本页内容',
    previous: '上一页',
    next: '下一页',
    menu: '目录',
    top: '回到顶部',
    missing: '没有这一页',
    start: '回到手册首页',
    reference: '接口文档',
  },
  tw: {
    lang: 'zh-TW',
    title: '使用手冊',
    description: '車格分析終端的使用手冊',
    outline: '本頁內容',
    previous: '上一頁',
    next: '下一頁',
    menu: '目錄',
    top: '回到頂端',
    missing: '沒有這一頁',
    start: '回到手冊首頁',
    reference: '介接文件',
  },
}

const titleOf = (/** @type {string} */ file) => /^# (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
const escaped = (/** @type {string} */ text) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/{/g, '&#123;')

/** @param {string} pages the folder of the staged pages @param {'zh' | 'tw'} language */
function localeOf(pages, language) {
  const { lang, title, description, outline, previous, next, menu, top, ...rest } = words[language]
  return {
    lang,
    title,
    description,
    link: `/${language}/`,
    themeConfig: {
      nav: [{ text: rest.reference, link: '/integrate/' }],
      sidebar: groups.map((group) => ({
        text: group[language],
        items: group.chapters.map((name) => ({
          text: titleOf(join(pages, language, `${name}.md`)),
          link: `/${language}/${name === 'index' ? '' : `${name}.html`}`,
        })),
      })),
      outline: { label: outline, level: [2, 3] },
      docFooter: { prev: previous, next },
      sidebarMenuLabel: menu,
      returnToTopLabel: top,
      notFound: { title: rest.missing, quote: '', linkText: rest.start, linkLabel: rest.start },
    },
  }
}

/**
 * The pictures of the console have one size (scripts/lib/manual/picture-list.ts): with it in the page,
 * nothing moves when they arrive. @param {{ renderer: { rules: Record<string, Function> } }} md markdown-it
 */
function sizedPictures(md) {
  const before = md.renderer.rules.image
  /** @typedef {{ attrGet: (name: string) => string, attrSet: (name: string, to: string) => void }} Token */
  /** @param {Token[]} tokens @param {number} at @param {unknown[]} rest */
  md.renderer.rules.image = (tokens, at, ...rest) => {
    if ((tokens[at].attrGet('src') ?? '').endsWith('.avif'))
      for (const [name, value] of Object.entries({ width: '960', height: '576' }))
        tokens[at].attrSet(name, value)
    return before(tokens, at, ...rest)
  }
}

/** @param {{ pages: string, out: string, cache: string, site: string }} folders */
export function siteConfig({ pages, out, cache, site }) {
  const sidebar = englishPages(pages)
  return {
    srcDir: pages,
    outDir: out,
    cacheDir: cache,
    base: '/help/',
    title: 'Integrate',
    description: 'Kits for integrators of the parking edge box',
    lang: 'en',
    // Its switch needs an inline script, which the content policy of the device refuses.
    appearance: false,
    metaChunk: true,
    router: { prefetchLinks: false },
    head: [['link', { rel: 'icon', href: '/favicon.svg' }]],
    markdown: {
      // A link inside a heading would be read aloud as part of its name.
      anchor: { permalink: false, slugify: anchorOf },
      // Pictures below the fold are not downloaded before they are near.
      image: { lazyLoading: true },
      config: sizedPictures,
      // Colours would come as inline styles, which the content policy refuses too.
      highlight: (/** @type {string} */ code) => `<pre v-pre><code>${escaped(code)}</code></pre>`,
    },
    locales: {
      root: { lang: 'en', themeConfig: { nav: [], sidebar, outline: { level: [2, 3] } } },
      zh: localeOf(pages, 'zh'),
      tw: localeOf(pages, 'tw'),
    },
    vite: {
      plugins: [notices(out, site)],
      build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2000 },
      logLevel: 'warn',
    },
    transformHtml: (/** @type {string} */ html) =>
      // Both would be refused by the content policy; neither changes what is seen.
      html.replace(/<script id="check-mac-os">[\s\S]*?<\/script>/, '').replace(/ style="[^"]*"/g, ''),
  }
}
