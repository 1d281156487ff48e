/** The same page in the other script; from an English page, the two manuals. */
import { useData, useRoute, withBase } from 'vitepress'
import { defineComponent, h } from 'vue'

const names = { zh: '简体', tw: '繁體' }
const tags = { zh: 'zh-CN', tw: 'zh-TW' }

export const LanguageLinks = defineComponent({
  setup() {
    const { page } = useData()
    const route = useRoute()
    return () => {
      const [here = '', ...rest] = page.value.relativePath.split('/')
      const target = (/** @type {string} */ language) => {
        const path =
          here in names
            ? rest
                .join('/')
                .replace(/(^|\/)index\.md$/, '$1')
                .replace(/\.md$/, '.html')
            : ''
        return withBase(`/${language}/${path}`)
      }
      return h(
        'div',
        { class: 'languages', key: route.path },
        Object.entries(names)
          .filter(([language]) => language !== here)
          .map(([language, name]) => h('a', { href: target(language), lang: tags[language] }, name)),
      )
    }
  },
})
