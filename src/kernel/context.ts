import type { Config } from '../platform/config.ts'
import type { Maps } from '../platform/maps.ts'
import type { Secrets } from '../platform/secret.ts'

/**
 * What a handler knows of its process besides the database. A process creates it once, from its configuration
 * (`createContext` in src/modules/index.ts), and `run` gives it to each handler.
 */
export interface Context {
  site: {
    /** The public origin, without a final slash. */
    origin: string
    /** Outside production the network of this machine may be connected to: simulators and tests listen there. */
    isProduction: boolean
  }
  clock: { now(): Date }
  /** How long a call may take, unless its contract says otherwise. */
  answerMs: number
  providers: Providers
  secrets: Secrets
  maps: Maps
}

/** Where the outside services are, and what the environment says about them. */
export interface Providers {
  /** The addresses of the services, without a final slash. */
  urls: Config['providers']
  /** The keys that apply while staff have stored none. */
  keys: Config['apiKeys']
  /** The mail servers of the operator's own network that a configuration may name. */
  smtpPrivateHosts: Config['smtpPrivateHosts']
  /** The models that write texts unless staff have chosen others. */
  models: Config['texts']
}

/**
 * Returns what a process remembers between calls: made once for each context, so that two applications in one process
 * share nothing.
 */
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
