import { hydrateRoot } from 'react-dom/client'
import { Site, type SitePage } from './Site.tsx'

/**
 * Takes the server's page over; resolves when it answers to events. Rejects where React cannot render what the server
 * did, and calls `onCrash` then or whenever a part of the page fails later: React's page is gone by that time.
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
      // React must have finished with the page before the page is taken from it.
      queueMicrotask(() => {
        reactRoot.unmount()
        onCrash()
      })
    }
    const reactRoot = hydrateRoot(root, <Site page={page} onReady={ready} />, {
      onUncaughtError: crash,
      // Before it is ready: it has thrown the server's page away, with what was typed into it, and rendered its own.
      onRecoverableError: (error) => (isReady ? console.error(error) : crash(error)),
    })
  })
}
