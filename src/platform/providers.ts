import type { Config } from './config.ts'

type Providers = Pick<Config, 'apiKeys' | 'providers' | 'smtpPrivateHosts' | 'texts'>

let current: Providers | null = null

/** The process says once, at its start, where the outside services are and which keys its environment holds. */
export function setProviders({ apiKeys, providers, smtpPrivateHosts, texts }: Providers): void {
  current = { apiKeys, providers, smtpPrivateHosts, texts }
}

/** The address of a service, without a final slash. */
export function providerUrl(name: keyof Providers['providers']): string {
  return read().providers[name]
}

/** The key of the environment, for when staff have stored none. */
export function environmentKey(name: keyof Providers['apiKeys']): string | null {
  return read().apiKeys[name]
}

/** The mail servers of the operator's own network that a configuration may name. */
export function smtpPrivateHosts(): Providers['smtpPrivateHosts'] {
  return read().smtpPrivateHosts
}

/** The models that write texts unless staff have chosen others. */
export function usualModels(): Providers['texts'] {
  return read().texts
}

function read(): Providers {
  if (!current) throw new Error('setProviders must be called at the start of the process')
  return current
}
