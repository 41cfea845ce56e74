import type { Config } from '../platform/config.ts'
import type { Maps } from '../platform/maps.ts'
import type { Secrets } from '../platform/secret.ts'

/**
 * State of the process for handlers. `createContext` (src/modules/index.ts) builds it from the configuration, and `run`
 * passes it to each handler.
 */
export interface Context {
  site: {
    /** URL of the site without a final slash. */
    origin: string
    /**
     * False in development and tests, where connections into this machine's network are allowed, because simulators
     * listen there.
     */
    isProduction: boolean
  }
  clock: { now(): Date }
  /** Deadline of a call in ms; a contract can set another. */
  answerMs: number
  providers: Providers
  secrets: Secrets
  maps: Maps
}

/** External services as the environment configures them. */
export interface Providers {
  /** URLs of the services without a final slash. */
  urls: Config['providers']
  /** Keys used while staff have stored none. */
  keys: Config['apiKeys']
  /** Private mail servers that staff may configure. */
  smtpPrivateHosts: Config['smtpPrivateHosts']
  smtpTimeoutMs: number
  textRetryMs: number
  /** Models used unless staff have chosen others. */
  models: Config['texts']
}

/** Returns one value per context, so that two applications in one process share no state. */
export function perContext<T>(make: () => T): (context: Context) => T {
  const made = new WeakMap<Context, { value: T }>()
  return (context) => {
    const known = made.get(context)
    if (known) return known.value
    const value = make()
    made.set(context, { value })
    return value
  }
}
