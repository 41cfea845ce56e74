import { createContext, createElement, Fragment, type ReactNode, use } from 'react'
import type { Tagged } from '../../languages/messages.ts'
import { localPath } from '../../languages/paths.ts'
import type { Language } from '../../languages/translate.ts'

export const LanguageContext = createContext<Language | null>(null)

export function useLanguage() {
  const language = use(LanguageContext)
  if (!language) throw new Error('useLanguage outside of <LanguageContext>')
  return {
    t: language.t,
    /** Translates fixed words of `italianPath`, such as `/tratte/`, but no slugs: pass the current language's slugs. */
    path: (italianPath: string) => localPath(language.t, italianPath),
    /** Renders a message with tags; each tag's function gets the rendered parts inside the tag. */
    rich: <K extends keyof Tagged>(key: K, values: Tagged[K]): ReactNode =>
      createElement(Fragment, null, ...language.rich(key, values)),
  }
}
