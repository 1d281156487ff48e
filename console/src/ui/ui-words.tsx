/** The texts that ui components themselves show. The shell provides them, because ui has no dictionaries. */
import { createContext, useContext } from 'react'

type UiWords = {
  ok: string
  cancel: string
  close: string
  retry: string
  loading: string
  copy: string
  copied: string
  copy_failed: string
}

const Context = createContext<UiWords | undefined>(undefined)

export const UiWordsProvider = Context.Provider

export function useUiWords(): UiWords {
  const words = useContext(Context)
  if (!words) throw new Error('ui pieces need a <UiWordsProvider>')
  return words
}
