/** One of the browser's two storages. No method throws: a browser may refuse storage, be full, or hold anything. */
export interface Store {
  /** The stored text; null where there is none. */
  text(key: string): string | null
  /** The stored value; null where there is none or where it is not JSON. The caller checks its shape. */
  json(key: string): unknown
  /** Returns false where the browser did not take it: then it lasts as long as this page. */
  keep(key: string, text: string): boolean
  forget(key: string): void
  /** Whether the browser lets this page read what it stored. */
  isReadable(): boolean
}

function storeOf(open: () => Storage): Store {
  /** What the browser did not take. */
  const unstored = new Map<string, string>()

  function attempt<T>(use: (storage: Storage) => T, otherwise: T): T {
    try {
      return use(open())
    } catch {
      return otherwise
    }
  }
  const forget = (key: string) => {
    unstored.delete(key)
    attempt((storage) => storage.removeItem(key), undefined)
  }
  const text = (key: string) => unstored.get(key) ?? attempt((storage) => storage.getItem(key), null)

  // What another tab wrote is newer than what this page could not store.
  globalThis.addEventListener?.('storage', ({ key }) => {
    if (key === null) unstored.clear()
    else unstored.delete(key)
  })

  return {
    text,
    json: (key) => parsed(text(key)),
    keep(key, value) {
      // A value that no longer holds must not come back after a reload.
      forget(key)
      const isKept = attempt((storage) => {
        storage.setItem(key, value)
        return true
      }, false)
      if (!isKept) unstored.set(key, value)
      return isKept
    },
    forget,
    isReadable: () =>
      attempt((storage) => {
        storage.getItem('')
        return true
      }, false),
  }
}

function parsed(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Lasts from visit to visit. */
export const local = storeOf(() => localStorage)
/** Lasts as long as the tab. */
export const session = storeOf(() => sessionStorage)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The cookies that scripts may read, `name=value` each; none where the browser refuses them. */
export function cookies(): string[] {
  try {
    return document.cookie.split('; ').filter(Boolean)
  } catch {
    return []
  }
}

/** Cookies may be set for this host or for any domain above it. */
export function removeCookie(name: string): void {
  const parts = location.hostname.split('.')
  const domains = ['', ...parts.map((_, index) => `; domain=${parts.slice(index).join('.')}`)]
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4.
    for (const domain of domains) document.cookie = `${name}=; max-age=0; path=/${domain}`
  } catch {
    // Refused cookies were never set.
  }
}
