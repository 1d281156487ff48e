/** Used only at build time: renders the sign-in page as HTML in one language. */
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Language } from '@parking/contract/core/language.ts'
import tw from '../locales/tw/shell/login.ts'
import zh from '../locales/zh/shell/login.ts'
import { Login } from './login.tsx'

export function renderLogin(language: Language): { html: string; title: string } {
  const words = language === 'zh' ? zh : tw
  const nothing = () => undefined
  const html = renderToString(
    <StrictMode>
      <Login
        language={language}
        words={words}
        ended={undefined}
        on_trial={false}
        takeEnter={() => false}
        onLanguage={nothing}
        onToken={nothing}
      />
    </StrictMode>,
  )
  return { html, title: `${words.title} - WEB Admin` }
}
