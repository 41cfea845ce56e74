import { answer } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'
import { refuseUnknownDays } from '../lead/days.queries.ts'
import { type Earned, ReadProvenance } from './contract.ts'
import { sourceOf } from './provenance.writes.ts'

/** Days of the default period. */
const days = 90
const rowsMax = 50

export const readProvenance = answer(ReadProvenance, async (read, asked) => {
  refuseUnknownDays(asked)
  const { from, to } = asked
  const inTime = read`
    ${
      from
        ? read`created_at >= ${from}::date::timestamp at time zone 'Europe/Rome'`
        : read`created_at > now() - make_interval(days => ${days})`
    }
    and ${to ? read`created_at < (${to}::date + 1)::timestamp at time zone 'Europe/Rome'` : read`true`}`
  const earnedBy = (name: ReturnType<typeof sourceOf>) => read<Earned[]>`
    select ${name} as name, ${sums(read)} from requests as leads
    left join lead_provenance p on p.lead_kind = leads.kind and p.lead_id = leads.id
    where ${inTime} group by 1 order by sum(p.price) filter (where status = 'confermata') desc nulls last, won desc, requests desc, 1 limit ${rowsMax}`
  const [landings, sources, routes, [total]] = await Promise.all([
    earnedBy(read`coalesce(p.landing_path, 'Non nota')`),
    earnedBy(sourceOf(read)),
    earnedBy(read`coalesce(trim(departure) || ' → ' || trim(destination), 'Messaggio')`),
    read<[Omit<Earned, 'name'>]>`
      select ${sums(read)} from leads
      left join lead_provenance p on p.lead_kind = leads.kind and p.lead_id = leads.id where ${inTime}`,
  ])
  return { landings, sources, routes, total }
})

function sums(sql: Sql) {
  const won = sql`status = 'confermata'`
  const euro = (which: typeof won) =>
    sql`regexp_replace((sum(p.price) filter (where ${which}))::text, '[.]00$', '')`
  return sql`
    count(*) as requests, count(*) filter (where ${won}) as won, ${euro(won)} as value,
    ${euro(sql`${won} and p.price_source = 'estimated'`)} as estimated`
}
