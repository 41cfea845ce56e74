import type { Context } from '../../../kernel/context.ts'
import type { Sql } from '../../../platform/db.ts'
import type { About, Group, Judged, Reading, Source } from './condition.ts'
import type { ConditionState } from './contract.ts'
import { type Health, readHealth } from './health.queries.ts'
import { dailyConditions, mailConditions, replyConditions } from './mailConditions.ts'
import { senderConditions } from './senderConditions.ts'
import { archiveConditions, clockConditions, secretConditions } from './serverConditions.ts'
import {
  companyConditions,
  edgeConditions,
  indexNowConditions,
  mapsConditions,
  modelConditions,
} from './siteConditions.ts'
import { retentionConditions, workConditions } from './workConditions.ts'

// Stato del Sistema, Oggi, the CLI's doctor and `/metrics` show these conditions and judge nothing themselves.

/** In the order of the tiles. */
const groups: Group[] = [
  workConditions,
  retentionConditions,
  mailConditions,
  dailyConditions,
  replyConditions,
  companyConditions,
  indexNowConditions,
  edgeConditions,
  mapsConditions,
  modelConditions,
  secretConditions,
  clockConditions,
  archiveConditions,
  senderConditions,
]

/** Sources that answer at once. */
export const quickSources = ['stored', 'memory', 'calls'] as const satisfies Source[]

/** Sources of which only the API process itself knows. */
export const ownSources = ['memory', 'calls'] as const satisfies Source[]

interface Asked {
  sources: readonly Source[]
  /** The figures, if the caller reads them too. */
  health?: Promise<Health>
}

/** Returns all conditions of the sources that apply to this installation, without a cache. */
export async function conditions(read: Sql, context: Context, { sources, health }: Asked): Promise<Judged[]> {
  let asked = health
  const reading: Reading = {
    read,
    context,
    health() {
      asked ??= readHealth(read)
      return asked
    },
  }
  const chosen = groups.filter(({ source }) => sources.includes(source))
  return (await Promise.all(chosen.map((group) => group.judged(reading)))).flat()
}

/** Returns the conditions of a source without judging them. */
export const conditionsAbout = (source: Source): About[] =>
  groups.flatMap((group) => (group.source === source ? group.about : []))

/** Values of the metric `condition_state`, on which the rules of `deploy/alerts.yml` are based. */
export const stateNumbers: Record<ConditionState, number> = {
  'non verificabile': -1,
  ok: 0,
  attenzione: 1,
  errore: 2,
}
