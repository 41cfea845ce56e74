import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import { type AuditLine, actionWords, ListAudit } from './contract.ts'

export const listAudit = answer(ListAudit, async (read, asked) => {
  const like = likeOf(asked.search)
  const { actor, action, from, to } = asked
  const where = read`
    (actor ilike ${like} or action ilike ${like} or subject ilike ${like}
      or action = any(${actionsOf(asked.search)}))
    and ${actor ? read`actor = ${actor}` : read`true`}
    and ${action ? read`action = ${action}` : read`true`}
    and ${from ? read`at >= ${from}::timestamp at time zone 'Europe/Rome'` : read`true`}
    and ${to ? read`at < (${to}::timestamp + interval '1 day') at time zone 'Europe/Rome'` : read`true`}`
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from audit_log where ${where}`
  const rows = await read<(Omit<AuditLine, 'at'> & { at: Date })[]>`
    select id, at, actor, action, subject, before, after from audit_log where ${where}
    ${pageOf(read, asked, { at: 'at', actor: 'actor', action: 'action' }, '-at')}`
  return { ...pages(asked, total), items: rows.map((row) => ({ ...row, at: row.at.toISOString() })) }
})

/** Returns the actions whose labels contain the text. */
function actionsOf(search = ''): string[] {
  const typed = search.trim().toLowerCase()
  if (!typed) return []
  return Object.keys(actionWords).filter((action) => actionWords[action]?.toLowerCase().includes(typed))
}
