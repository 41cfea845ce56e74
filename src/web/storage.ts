/** A storage of the browser. No method throws: browsers refuse storage, run out of space, hold invalid values. */
export interface Store {
  /** Returns the stored text, or null. */
  text(key: string): string | null
  /** Returns the parsed value; null if there is none or it is not JSON. The caller checks its shape. */
  json(key: string): unknown
  /** Returns false if the browser refused; then the value lasts as long as the page. */
  keep(key: string, text: string): boolean
  forget(key: string): void
  /** Whether the browser lets this page read its storage. */
  isReadable(): boolean
}

function storeOf(open: () => Storage): Store {
  /** Values that the browser refused to store. */
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

  // A write of another tab is newer than what this page could not store.
  globalThis.addEventListener?.('storage', ({ key }) => {
    if (key === null) unstored.clear()
    else unstored.delete(key)
  })

  return {
    text,
    json: (key) => parsed(text(key)),
    keep(key, value) {
      // An outdated value must not return after a reload.
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

/** Lasts across visits. */
export const local = storeOf(() => localStorage)
/** Lasts as long as the tab. */
export const session = storeOf(() => sessionStorage)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns each cookie that scripts can read, as `name=value`; an empty list if the browser denies access. */
export function cookies(): string[] {
  try {
    return document.cookie.split('; ').filter(Boolean)
  } catch {
    return []
  }
}

/** A cookie may belong to this host or to any parent domain. */
export function removeCookie(name: string): void {
  const parts = location.hostname.split('.')
  const domains = ['', ...parts.map((_, index) => `; domain=${parts.slice(index).join('.')}`)]
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari before 18.4.
    for (const domain of domains) document.cookie = `${name}=; max-age=0; path=/${domain}`
  } catch {
    // A refused cookie was never set.
  }
}
