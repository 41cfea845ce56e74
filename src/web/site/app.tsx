import { hydrateRoot } from 'react-dom/client'
import { Site, type SitePage } from './Site.tsx'

/**
 * Hydrates the server's page and resolves when it handles events. Rejects if hydration fails; calls `onCrash` then or
 * whenever a component fails later, when React's page is already gone.
 */
export function hydrate(root: HTMLElement, onCrash: () => void): Promise<void> {
  const data = document.getElementById('page')?.textContent
  if (!data) return Promise.reject(new Error('This document holds no page'))
  const page: SitePage = JSON.parse(data)
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
      // React must finish before the page is taken from it.
      queueMicrotask(() => {
        reactRoot.unmount()
        onCrash()
      })
    }
    const reactRoot = hydrateRoot(root, <Site page={page} onReady={ready} />, {
      onUncaughtError: crash,
      // Before hydration ends, React has discarded the server's page with what the visitor typed.
      onRecoverableError: (error) => (isReady ? console.error(error) : crash(error)),
    })
  })
}
