import { useSyncExternalStore } from 'react'

/** Message while the device has no network. The shown data may be outdated then. */
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
