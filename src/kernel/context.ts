import type { Config } from '../platform/config.ts'
import type { Maps } from '../platform/maps.ts'
import type { Secrets } from '../platform/secret.ts'

/**
 * The process state that handlers need in addition to the database. `createContext` (src/modules/index.ts) builds the
 * context once from the configuration, and `run` passes it to each handler.
 */
export interface Context {
  site: {
    /** The public origin, without a final slash. */
    origin: string
    /**
     * Outside production, connections into this machine's network are allowed, because simulators and tests listen
     * there.
     */
    isProduction: boolean
  }
  clock: { now(): Date }
  /** The deadline of a call in ms, unless its contract sets another deadline. */
  answerMs: number
  providers: Providers
  secrets: Secrets
  maps: Maps
}

/** External services as the environment configures them. */
export interface Providers {
  /** Base URLs without a final slash. */
  urls: Config['providers']
  /** Keys that are used while staff have stored none. */
  keys: Config['apiKeys']
  /** Private mail servers that an e-mail configuration is allowed to use. */
  smtpPrivateHosts: Config['smtpPrivateHosts']
  smtpTimeoutMs: number
  textRetryMs: number
  /** The models that write texts unless staff have chosen other models. */
  models: Config['texts']
}

/** Returns a value that is created once for each context, so that two applications in one process share no state. */
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
