import { useSyncExternalStore } from 'react'

export interface Toast {
  id: number
  title: string
  text?: string
  tone: 'default' | 'destructive'
  action?: { label: string; run: () => void }
  /** Stays until somebody dismisses it or another toast replaces it. */
  isLasting?: boolean
}

let current: Toast | null = null
/** The mounted `Toasts`. Only the newest of them shows the toast, so that an open dialog does not cover it. */
let hosts: symbol[] = []
let count = 0
const watchers = new Set<() => void>()

function changed(): void {
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Shows a toast, which replaces a visible one, and returns its id. */
export function toast(content: Omit<Toast, 'id' | 'tone'> & { tone?: Toast['tone'] }): number {
  current = { tone: 'default', ...content, id: ++count }
  changed()
  return count
}

/** Without an id, dismisses any toast. */
export function dismissToast(id = current?.id): void {
  if (!current || current.id !== id) return
  current = null
  changed()
}

export function addToastHost(host: symbol): () => void {
  hosts = [...hosts, host]
  changed()
  return () => {
    hosts = hosts.filter((other) => other !== host)
    changed()
  }
}

export function useToast(host: symbol): Toast | null {
  return useSyncExternalStore(
    watch,
    () => (hosts.at(-1) === host ? current : null),
    () => null,
  )
}
