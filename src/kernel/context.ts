import type { Config } from '../platform/config.ts'
import type { Maps } from '../platform/maps.ts'
import type { Secrets } from '../platform/secret.ts'
import type { Gates } from './gate.ts'

/** Configuration and services that `run` passes to each handler. Built by `createContext` (src/modules/index.ts). */
export interface Context {
  site: {
    /** URL of the site without a final slash. */
    origin: string
    /** False in development and tests, where the product may connect to private IP addresses of simulators. */
    isProduction: boolean
  }
  clock: { now(): Date }
  /** URL of the edge cache's purge call; null without an edge cache. */
  edgePurgeUrl: Config['edgePurgeUrl']
  /** Deadline of a call in milliseconds, unless its contract sets another. */
  answerMs: number
  providers: Providers
  gates: Gates
  secrets: Secrets
  maps: Maps
}

/** External services as the environment configures them. */
export interface Providers {
  /** URLs of the services without a final slash. */
  urls: Config['providers']
  /** API keys used unless staff have stored others. */
  keys: Config['apiKeys']
  /** Mail servers with private IP addresses that staff may nevertheless enter. */
  smtpPrivateHosts: Config['smtpPrivateHosts']
  smtpTimeoutMs: number
  textRetryMs: number
  /** Models used unless staff have chosen others. */
  models: Config['texts']
}

/** Returns a function that makes one value per context, so that two applications in a test share no state. */
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
