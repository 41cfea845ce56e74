import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'
import { batchStates, type EntryAct, priceBatchOf, recordedActOf, undoOf } from './batches.ts'
import { type AuditLine, ListAudit } from './contract.ts'
import { actsNamed, labelOfAct, labelsIn } from './labels.ts'
import { pricesOf } from './prices.ts'
import { recordKinds } from './recordKinds.contract.ts'
import { recordNames, referencedNames, referencesIn, subjectsNamed } from './recordNames.ts'
import { type Handlers, mayRun, wayBack } from './wayBack.ts'

interface Row
  extends Pick<
    AuditLine,
    'id' | 'actor' | 'action' | 'subject' | 'before' | 'after' | 'isRestored' | 'restores'
  > {
  at: Date
  command: string | null
  act: EntryAct | null
}

export function listHandler(handlers: Handlers) {
  return answer(ListAudit, async (read, asked, caller) => {
    const where = whereOf(read, asked)
    const [{ total }] = await read<
      [{ total: number }]
    >`select count(*) as total from audit_log where ${where}`
    const rows = await read<Row[]>`
      select id, at, actor, action, subject, before, after, command, restores, ${recordedActOf(read, caller)} as act,
        exists (
          select from audit_log r where r.restores = audit_log.id
            and not exists (select from audit_log u where u.restores = r.id)) as is_restored
      from audit_log where ${where}
      ${pageOf(read, asked, { at: 'at', actor: 'actor', action: 'action' }, '-at', ['at'])}`
    const actors = await actorsIn(read)
    const records = await recordNames(read, rows)
    const names = await referencedNames(read, rows)
    const batches = await batchStates(read, rows, caller, handlers)
    const prices = await pricesOf(
      read,
      rows.flatMap(({ subject }) => priceBatchOf(subject) ?? []),
    )
    const canRestore = (row: Row) => {
      if (row.act) return row.act.openId !== null
      const way = wayBack(handlers, row)
      return way !== null && mayRun(way.save, caller)
    }
    return {
      ...pages(asked, total),
      items: rows.map((row) => ({
        ...row,
        label: labelOfAct(row.action),
        ...(records.get(row.subject) ?? { name: null, exists: true }),
        at: row.at.toISOString(),
        names: Object.fromEntries(
          referencesIn(row).flatMap((subject) => {
            const name = names.get(subject)
            return name ? [[subject, name]] : []
          }),
        ),
        ...withLabels(row, prices.get(priceBatchOf(row.subject) ?? '') ?? []),
        canRestore: canRestore(row),
        ...(undoOf(row) ? batches.get(row.subject) : {}),
      })),
      actors: actors.map(({ actor }) => actor),
    }
  })
}

/** Returns the names in order. Each step finds the next name by the index, because \`distinct\` reads all entries. */
function actorsIn(read: Sql) {
  return read<{ actor: string }[]>`
    with recursive names as (
      select min(actor) as actor from audit_log
      union all
      select (select min(actor) from audit_log where audit_log.actor > names.actor) from names
      where names.actor is not null
    )
    select actor from names where actor is not null order by actor`
}

const withLabels = (row: Row, prices: AuditLine['prices']) => ({
  prices,
  labels: labelsIn({ ...row, prices }),
})

type Asked = (typeof ListAudit)['input']['static']

function whereOf(read: Sql, { search, actor, action, from, to, kind }: Asked) {
  const like = likeOf(search)
  return read`
    ${
      search
        ? read`(actor ilike ${like} or action ilike ${like} or subject ilike ${like}
            or action = any(${actsNamed(search)}) or ${subjectsNamed(read, like)})`
        : read`true`
    }
    and ${actor ? read`actor = ${actor}` : read`true`}
    and ${action ? read`action = ${action}` : read`true`}
    and ${kind ? read`split_part(subject, '/', 1) = any(${[...recordKinds[kind].tables]})` : read`true`}
    and ${from ? read`at >= ${from}::timestamp at time zone 'Europe/Rome'` : read`true`}
    and ${to ? read`at < (${to}::timestamp + interval '1 day') at time zone 'Europe/Rome'` : read`true`}`
}
