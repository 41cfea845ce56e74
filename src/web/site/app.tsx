import '../styles.css'
import { hydrateRoot } from 'react-dom/client'
import { type Catalog, languageOf } from '../../languages/translate.ts'
import { Site, type SitePage } from './Site.tsx'

/** Resolves when the page handles events; rejects if hydration fails. Calls `onCrash` after React removed the page. */
export function hydrate(root: HTMLElement, catalog: Catalog, onCrash: () => void): Promise<void> {
  const data = document.getElementById('page')?.textContent
  if (!data) return Promise.reject(new Error('This document holds no page'))
  const page: SitePage = JSON.parse(data)
  const language = languageOf(document.documentElement.lang, catalog)
  return new Promise((resolve, reject) => {
    let isReady = false
    let hasCrashed = false
    const ready = () => {
      isReady = true
      resolve()
    }
    const crash = (error: unknown) => {
      console.error(error)
      reject(error)
      if (hasCrashed) return
      hasCrashed = true
      // React must finish its work before `unmount` removes the page.
      queueMicrotask(() => {
        reactRoot.unmount()
        onCrash()
      })
    }
    const reactRoot = hydrateRoot(root, <Site page={page} language={language} onReady={ready} />, {
      onUncaughtError: crash,
      // Until hydration ends every error is a crash: React has discarded the server's page with all typed text.
      onRecoverableError: (error) => (isReady ? console.error(error) : crash(error)),
    })
  })
}
