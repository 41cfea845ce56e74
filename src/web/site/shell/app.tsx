import '../../styles.css'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { type Catalog, languageOf } from '../../../languages/translate.ts'
import { ownPage, pageLanguage } from '../../ownPage.ts'
import { noteParts } from './renderAgain.ts'
import { Site } from './Site.tsx'

interface Handlers {
  /** Called if React has rendered the page again, with the server's values in all fields. */
  onNewFields(): void
  /** Called after React removed the page. */
  onCrash(): void
}

/** Resolves when the page handles events; rejects if it cannot be rendered. */
export function hydrate(root: HTMLElement, catalog: Catalog, handlers: Handlers): Promise<void> {
  const page = ownPage()
  if (!page) return Promise.reject(new Error('This document holds no page'))
  const language = languageOf(pageLanguage(), catalog)
  const moveParts = noteParts(root)
  const onMount = () => {
    if (moveParts()) handlers.onNewFields()
  }
  return new Promise((resolve, reject) => {
    let hasCrashed = false
    const crash = (error: unknown) => {
      console.error(error)
      reject(error)
      if (hasCrashed) return
      hasCrashed = true
      // React must finish its work before `unmount` removes the page.
      queueMicrotask(() => {
        reactRoot.unmount()
        handlers.onCrash()
      })
    }
    const site = <Site page={page} language={language} onMount={onMount} onReady={resolve} />
    // At once, because the visitor must not act on elements that React is about to replace.
    const reactRoot = flushSync(() =>
      hydrateRoot(root, site, {
        onUncaughtError: crash,
        // No failure: others have changed the server's elements, and React renders the page again.
        onRecoverableError: (error) => console.warn(error),
      }),
    )
  })
}
