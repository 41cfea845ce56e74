import { audit, told } from '../../../kernel/audit.ts'
import { bulkAct } from '../../../kernel/bulkAct.ts'
import { restoredTable } from '../../../kernel/bulkActList.ts'
import { orNull } from '../../../kernel/httpError.ts'
import { emit } from '../../../kernel/outbox.ts'
import { readerOf } from '../../../platform/db.ts'
import { redirects } from '../addresses/redirects.queries.ts'
import { DeleteRedirects } from './bulk.contract.ts'
import { redirectChanged, redirectCreated, redirectDeleted } from './contract.ts'
import { deleteRedirect, findRedirect, type RedirectRow, redirectsWhere, shown } from './redirects.ts'

export const deleteRedirects = bulkAct(DeleteRedirects, {
  title: () => 'Eliminati',

  matching: async (tx, filter: Parameters<typeof redirectsWhere>[1]) => {
    const { off } = await redirects(tx)
    const rows = await tx<{ id: number }[]>`
      select id from redirects where ${redirectsWhere(readerOf(tx), filter, off)} order by id`
    return rows.map(({ id }) => id)
  },

  names: async (tx, ids) => {
    const rows = await tx<{ id: number; fromPath: string }[]>`
      select id, from_path from redirects where id = any(${ids.map(Number)}::bigint[])`
    return new Map(rows.map(({ id, fromPath }) => [String(id), fromPath]))
  },

  exceptions: async () => new Map(),

  apply: (tx, id, _, caller, context) => deleteRedirect.execute(tx, { id: Number(id) }, caller, context),
})

restoredTable<RedirectRow>('redirects', {
  read: (tx, { id }) => orNull(findRedirect(tx, id)),
  announce: async (tx, before, after, caller) => {
    const row = after ?? before
    if (!row) return
    const changed = { fromPath: row.fromPath }
    const isChange = before !== null && after !== null
    const done = isChange ? told(redirectChanged, changed) : before ? redirectDeleted : redirectCreated
    await audit(tx, caller, done, `redirects/${row.id}`, before && shown(before), after && shown(after))
    if (!isChange) await emit(tx, redirectChanged, changed)
  },
})
