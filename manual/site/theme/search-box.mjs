/** The search of the manual. Index and library are downloaded when the field is used for the first time. */
import { useData, useRouter, withBase } from 'vitepress'
import { computed, defineComponent, h, onMounted, ref, watch } from 'vue'
import { search_options } from '../tokens.mjs'

const words = {
  zh: { label: '搜索手册', none: '没有找到', failed: '搜索暂时无法使用', list: '搜索结果' },
  tw: { label: '搜尋手冊', none: '沒有找到', failed: '搜尋暫時無法使用', list: '搜尋結果' },
  en: { label: 'Search', none: 'Nothing was found', failed: 'The search is not available', list: 'Results' },
}
const max_results = 8
/** What a reader has typed before the page was alive; Vue would take it away. */
const typedBefore = () => (import.meta.env.SSR ? '' : (document.querySelector('.search input')?.value ?? ''))

export const SearchBox = defineComponent({
  setup() {
    const { page } = useData()
    const router = useRouter()
    const language = computed(() => /^(zh|tw)\//.exec(page.value.relativePath)?.[1] ?? 'en')
    const typed = ref(typedBefore())
    const found = ref([])
    const chosen = ref(-1)
    const is_open = ref(false)
    const has_failed = ref(false)
    const loaded = new Map()

    const load = (name) => {
      if (!loaded.has(name)) {
        const loading = Promise.all([
          import('minisearch'),
          fetch(withBase(`/search-${name}.json`)).then((answer) => {
            if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
            return answer.text()
          }),
        ]).then(([{ default: MiniSearch }, json]) => MiniSearch.loadJSON(json, search_options))
        loading.catch(() => loaded.delete(name))
        loaded.set(name, loading)
      }
      return loaded.get(name)
    }
    const search = async () => {
      const text = typed.value
      try {
        const index = await load(language.value)
        if (text !== typed.value) return
        has_failed.value = false
        found.value = text.trim() ? index.search(text).slice(0, max_results) : []
        chosen.value = found.value.length > 0 ? 0 : -1
      } catch {
        has_failed.value = true
      }
      is_open.value = typed.value.trim() !== ''
    }
    onMounted(() => {
      if (typed.value) void search()
    })
    const close = () => {
      is_open.value = false
    }
    const go = (result) => {
      close()
      typed.value = ''
      if (result) void router.go(withBase(`/${result.id}`))
    }
    const onKey = (event) => {
      const last = found.value.length - 1
      if (event.key === 'ArrowDown') chosen.value = Math.min(last, chosen.value + 1)
      else if (event.key === 'ArrowUp') chosen.value = Math.max(0, chosen.value - 1)
      else if (event.key === 'Enter' && !event.isComposing) go(found.value[chosen.value])
      else if (event.key === 'Escape') close()
      else return
      event.preventDefault()
    }
    watch(() => page.value.relativePath, close)

    const option = (result, at) =>
      h(
        'a',
        {
          key: result.id,
          id: `found-${at}`,
          role: 'option',
          tabindex: -1,
          'aria-selected': at === chosen.value,
          href: withBase(`/${result.id}`),
          onMousedown: (event) => event.preventDefault(),
          onClick: close,
        },
        [
          h('strong', result.title === result.page ? result.title : `${result.page} → ${result.title}`),
          h('span', result.excerpt),
        ],
      )
    return () => {
      const text = words[language.value]
      const is_shown = is_open.value && (found.value.length > 0 || typed.value.trim() !== '')
      return h('div', { class: 'search', role: 'search' }, [
        h('input', {
          type: 'search',
          placeholder: text.label,
          'aria-label': text.label,
          role: 'combobox',
          autocomplete: 'off',
          'aria-expanded': is_shown,
          'aria-controls': 'found',
          'aria-activedescendant': chosen.value >= 0 && is_shown ? `found-${chosen.value}` : undefined,
          value: typed.value,
          onFocus: () => void load(language.value).catch(() => undefined),
          onInput: (event) => {
            typed.value = event.target.value
            void search()
          },
          onKeydown: onKey,
          onBlur: close,
        }),
        h(
          'div',
          { id: 'found', class: 'found', role: 'listbox', 'aria-label': text.list, hidden: !is_shown },
          has_failed.value
            ? [h('p', { role: 'status' }, text.failed)]
            : found.value.length > 0
              ? found.value.map(option)
              : [h('p', { role: 'status' }, text.none)],
        ),
      ])
    }
  },
})
