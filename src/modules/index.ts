import type { Context } from '../kernel/context.ts'
import { openGates } from '../kernel/gate.ts'
import type { Message } from '../kernel/message.ts'
import type { Config } from '../platform/config.ts'
import { Secrets } from '../platform/secret.ts'
import { catalog } from './catalog/module.ts'
import { content } from './content/module.ts'
import { googleEmbedKey, openGoogleMaps } from './integrations/maps/googleMaps.ts'
import { integrations } from './integrations/module.ts'
import { leads } from './leads/module.ts'
import { auditHandlers, FollowChanges, operations } from './operations/module.ts'
import { ReadRoles, settings } from './settings/module.ts'
import { trips } from './trips/module.ts'

/** A module imports only the modules before it in this list. */
export const modules = [settings, catalog, content, leads, trips, integrations, operations]

const recordHandlers = modules.flatMap((module) => module.handlers)

/** The audit log restores a record with the handlers that read and save the record. */
export const handlers = [...recordHandlers, ...auditHandlers(recordHandlers)]

/** Contracts of all calls. The API process answers FollowChanges and ReadRoles itself. */
export const messages: Message[] = [
  ...handlers.map(({ message }) => message),
  ...modules.flatMap((module) => module.unmounted.map(({ message }) => message)),
  FollowChanges,
  ReadRoles,
]

/** Handlers without a URL, which the API process, the worker and scripts import. */
export const internalHandlers = modules.flatMap((module) => module.internalHandlers)

/** docs/events.md lists the reactions by event. */
export const reactions = modules.flatMap((module) => module.reactions)

/** For how long the rows of each table that grows are kept, by the scheduled task that ends them. */
export const purges = {
  ...settings.purges,
  ...catalog.purges,
  ...content.purges,
  ...leads.purges,
  ...trips.purges,
  ...integrations.purges,
  ...operations.purges,
}

export function createContext(config: Config, clock: Context['clock'] = { now: () => new Date() }): Context {
  const context: Context = {
    site: { origin: config.siteUrl, isProduction: config.isProduction },
    clock,
    edgePurgeUrl: config.edgePurgeUrl,
    answerMs: config.answerMs,
    providers: {
      urls: config.providers,
      keys: config.apiKeys,
      smtpPrivateHosts: config.smtpPrivateHosts,
      smtpTimeoutMs: config.smtpTimeoutMs,
      textRetryMs: config.textRetryMs,
      models: config.texts,
    },
    gates: openGates(config.answerMs),
    secrets: new Secrets(config),
    maps: {
      service: (sql) => openGoogleMaps(sql, context),
      embedKey: (read) => googleEmbedKey(read, context),
    },
  }
  return context
}
