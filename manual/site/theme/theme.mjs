/** The default theme without its font, with a search that finds Chinese, and links between the languages. */
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import { LanguageLinks } from './language-links.mjs'
import { SearchBox } from './search-box.mjs'
import './theme.css'

export const theme = {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-content-before': () => h(SearchBox),
      'nav-bar-content-after': () => h(LanguageLinks),
    }),
}
