import { useSyncExternalStore } from 'react'

/** Shows a message while the device has no network, because the data on the screen may be outdated. */
export function Offline() {
  const isOnline = useSyncExternalStore(follow, () => navigator.onLine)
  return (
    <div role="status">
      {!isOnline && (
        <p className="mb-4 rounded-card border border-line bg-panel p-4 print:hidden">
          <span className="font-semibold">Sei offline.</span> Ciò che vedi può essere vecchio, e le modifiche
          non si salvano finché la rete non torna.
        </p>
      )}
    </div>
  )
}

function follow(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}
