import { audit } from '../../../kernel/audit.ts'
import { type EndedGrant, endGrants, isOfAccount, reopenCalendar } from '../../../kernel/grants.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { type Caller, handle } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import { EndAllGrants, EndGrant, ReopenGrant } from './contract.ts'

export const endGrant = handle(EndGrant, async (tx, { id }, caller) => {
  await refuseForeign(tx, id, caller)
  const ended = await endGrants(tx, { id }, 'closed')
  const grant = ended.find((one) => one.id === id)
  if (!grant) throw new HttpError(404, 'Questo accesso è già chiuso.')
  await audit(tx, caller, 'settings:grantEnded', subjectOf(grant), { kind: grant.kind }, null)
  return {}
})

export const reopenGrant = handle(ReopenGrant, async (tx, { id }, caller) => {
  await refuseForeign(tx, id, caller)
  const grant = await reopenCalendar(tx, id)
  await audit(tx, caller, 'settings:grantReopened', subjectOf(grant), null, { kind: grant.kind })
  return {}
})

export const endAllGrants = handle(EndAllGrants, async (tx, { adminUserId }, caller) => {
  if (adminUserId !== caller.admin?.id && !isForAll(caller))
    throw new HttpError(403, 'Gli accessi di altre persone li chiude un Super Admin.')
  const ended = await endGrants(tx, { everythingOf: adminUserId }, 'everywhere')
  if (ended.length > 0) {
    const kinds = ended.map(({ kind }) => kind).sort()
    await audit(tx, caller, 'settings:allGrantsEnded', `admin_users/${adminUserId}`, { kinds }, null)
  }
  return { ended: ended.length }
})

/** Throws HttpError 404 for an unknown grant and, unless the caller is a super admin, for one of another person. */
async function refuseForeign(tx: Tx, id: string, caller: Caller): Promise<void> {
  const [found] = await tx`
    select id from grants
    where id = ${id} and (${isForAll(caller)} or ${isOfAccount(tx, caller.admin?.id ?? 0)})`
  if (!found) throw new HttpError(404, 'Questo accesso è già chiuso.')
}

const isForAll = ({ admin }: Caller) => admin?.role === 'superAdmin'

const subjectOf = ({ adminUserId, driverId }: EndedGrant) =>
  adminUserId === null ? `drivers/${driverId}` : `admin_users/${adminUserId}`
