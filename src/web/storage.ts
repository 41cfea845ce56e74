/** Browser storage whose methods never throw, even if the browser refuses access or a value is invalid. */
export interface Store {
  text(key: string): string | null
  /** Returns null if the value is missing or no JSON. The caller checks its shape. */
  json(key: string): unknown
  /** Returns false if the browser refuses the value, which then stays in memory until the visitor leaves the page. */
  keep(key: string, text: string): boolean
  forget(key: string): void
  isReadable(): boolean
}

function storeOf(open: () => Storage): Store {
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

  // A value that another tab stores is newer than the value that this page could not store.
  globalThis.addEventListener?.('storage', ({ key }) => {
    if (key === null) unstored.clear()
    else unstored.delete(key)
  })

  return {
    text,
    json: (key) => parsed(text(key)),
    keep(key, value) {
      // Removes the old value first, so that the old value does not return after a reload if the browser
      // refuses the new value.
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

/** Storage that remains across visits. */
export const local = storeOf(() => localStorage)
/** Storage that remains until the tab is closed. */
export const session = storeOf(() => sessionStorage)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns `name=value` for each cookie that scripts can read; empty if the browser denies access. */
export function cookies(): string[] {
  try {
    return document.cookie.split('; ').filter(Boolean)
  } catch {
    return []
  }
}

/** Deletes a cookie for this host and every parent domain, because the cookie may belong to any of them. */
export function removeCookie(name: string): void {
  const parts = location.hostname.split('.')
  const domains = ['', ...parts.map((_, index) => `; domain=${parts.slice(index).join('.')}`)]
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4.
    for (const domain of domains) document.cookie = `${name}=; max-age=0; path=/${domain}`
  } catch {
    // A browser that denies access has no cookie to delete.
  }
}
