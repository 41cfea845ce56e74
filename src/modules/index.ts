import type { Context } from '../kernel/context.ts'
import type { Config } from '../platform/config.ts'
import { Secrets } from '../platform/secret.ts'
import { catalog } from './catalog/module.ts'
import { content } from './content/module.ts'
import { googleEmbedKey, openGoogleMaps } from './integrations/maps/googleMaps.ts'
import { integrations } from './integrations/module.ts'
import { leads } from './leads/module.ts'
import { operations } from './operations/module.ts'
import { settings } from './settings/module.ts'

/** The modules in order of dependency, so that each module reads only the modules before it. */
export const modules = [settings, catalog, content, leads, integrations, operations]

/** Every query and command with a URL. */
export const handlers = modules.flatMap((module) => module.handlers)

/** Every handler that has no URL; the API process, the worker and scripts import it. */
export const internalHandlers = modules.flatMap((module) => module.internalHandlers)

/** Every reaction to an event. docs/events.md lists the reactions by event. */
export const reactions = modules.flatMap((module) => module.reactions)

/** Functions that delete the data whose retention in the privacy notice has ended. */
export const purges = {
  ...settings.purges,
  ...catalog.purges,
  ...content.purges,
  ...leads.purges,
  ...integrations.purges,
  ...operations.purges,
}

/** Returns the context that a process gives to every handler, reaction and task. */
export function createContext(config: Config, clock: Context['clock'] = { now: () => new Date() }): Context {
  const context: Context = {
    site: { origin: config.siteUrl, isProduction: config.isProduction },
    clock,
    answerMs: config.answerMs,
    providers: {
      urls: config.providers,
      keys: config.apiKeys,
      smtpPrivateHosts: config.smtpPrivateHosts,
      smtpTimeoutMs: config.smtpTimeoutMs,
      textRetryMs: config.textRetryMs,
      models: config.texts,
    },
    secrets: new Secrets(config),
    maps: {
      service: (sql) => openGoogleMaps(sql, context),
      embedKey: (read) => googleEmbedKey(read, context),
    },
  }
  return context
}
