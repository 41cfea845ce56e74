import type { Config } from '../platform/config.ts'
import type { Maps } from '../platform/maps.ts'
import type { Secrets } from '../platform/secret.ts'

/**
 * The process state that handlers need besides the database. `createContext` (src/modules/index.ts) builds it once
 * from the configuration, and `run` passes it to each handler.
 */
export interface Context {
  site: {
    /** The public origin, without a final slash. */
    origin: string
    /** Outside production, connections into this machine's network are allowed: simulators and tests listen there. */
    isProduction: boolean
  }
  clock: { now(): Date }
  /** The deadline of a call in ms, unless its contract sets one. */
  answerMs: number
  providers: Providers
  secrets: Secrets
  maps: Maps
}

/** External services as the environment configures them. */
export interface Providers {
  /** Base URLs without a final slash. */
  urls: Config['providers']
  /** Used while staff have stored no key. */
  keys: Config['apiKeys']
  /** Private mail servers that a configuration may name. */
  smtpPrivateHosts: Config['smtpPrivateHosts']
  /** The models that write texts unless staff have chosen others. */
  models: Config['texts']
}

/** Returns a value that is created once per context, so that two applications in one process share no state. */
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
