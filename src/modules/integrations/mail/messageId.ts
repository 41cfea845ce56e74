import { createHash, randomUUID } from 'node:crypto'
import type { Context } from '../../../kernel/context.ts'

type Site = Pick<Context['site'], 'origin'>

export const newMessageId = (site: Site) => inAngles(randomUUID(), site)

/** Returns the same Message-ID for the same key. The hash includes the time: event ids restart in a new database. */
export function messageIdOf(key: string, createdAt: Date, site: Site): string {
  const hash = createHash('sha256').update(`${key} ${createdAt.toISOString()}`).digest('hex').slice(0, 32)
  return inAngles(hash, site)
}

const inAngles = (name: string, site: Site) => `<${name}@${domainOf(site)}>`

/** Returns the domain of Message-IDs. */
export const domainOf = ({ origin }: Site) => new URL(origin).hostname

export const withoutAngles = (id: string) => id.replace(/[<>]/g, '')

/** Returns the spellings of an id in `email_messages` and in reports and replies. */
export const spellingsOf = (id: string) => [withoutAngles(id), `<${withoutAngles(id)}>`]
