import { hydrateRoot } from 'react-dom/client'
import { Site, type SitePage } from './Site.tsx'

/** Takes the server's page over; resolves when it answers to events. */
export function hydrate(): Promise<void> {
  const root = document.getElementById('app')
  const data = document.getElementById('page')?.textContent
  if (!root || !data) return Promise.reject(new Error('This document holds no page'))
  const page: SitePage = JSON.parse(data)
  return new Promise((resolve) => {
    hydrateRoot(root, <Site page={page} onReady={resolve} />)
  })
}
