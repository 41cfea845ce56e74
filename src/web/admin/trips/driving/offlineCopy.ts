/** Name of the cache from which the service worker serves the driver's page without a network. */
const cacheName = 'driver-page'

/** Stores the driver's page and its files, which contain no data of an account. Rejects if a file cannot be loaded. */
export async function keepOfflineCopy(): Promise<void> {
  if (!('caches' in window)) return
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const files = [
    ...new Set(loaded.filter((url) => url.startsWith(`${location.origin}/assets/`))),
    location.origin + location.pathname,
  ]
  const cache = await caches.open(cacheName)
  await cache.addAll(files)
  const stored = await cache.keys()
  await Promise.all(stored.filter(({ url }) => !files.includes(url)).map((old) => cache.delete(old)))
}

export async function forgetOfflineCopy(): Promise<void> {
  if ('caches' in window) await caches.delete(cacheName)
}
