import { audit } from '../../../kernel/audit.ts'
import { type EndedGrant, endGrants, isOfAccount, reopenCalendar } from '../../../kernel/grants.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { type Caller, handle } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import { allGrantsEnded, EndAllGrants, EndGrant, grantEnded, grantReopened, ReopenGrant } from './contract.ts'

export const endGrant = handle(EndGrant, async (tx, { id }, caller) => {
  const isOwn = await isOwnOrRefused(tx, id, caller)
  const ended = await endGrants(tx, { id }, isOwn ? 'closed' : 'revoked')
  const grant = ended.find((one) => one.id === id)
  if (!grant) throw new HttpError(404, 'Questo accesso è già chiuso.')
  await audit(tx, caller, grantEnded, subjectOf(grant), { kind: grant.kind }, null)
  return {}
})

export const reopenGrant = handle(ReopenGrant, async (tx, { id }, caller) => {
  await isOwnOrRefused(tx, id, caller)
  const grant = await reopenCalendar(tx, id, isForAll(caller))
  await audit(tx, caller, grantReopened, subjectOf(grant), null, { kind: grant.kind })
  return {}
})

export const endAllGrants = handle(EndAllGrants, async (tx, { adminUserId }, caller) => {
  if (adminUserId !== caller.admin?.id && !isForAll(caller))
    throw new HttpError(403, 'Gli accessi di altre persone li chiude un Super Admin.')
  const ended = await endGrants(tx, { everythingOf: adminUserId }, 'everywhere')
  if (ended.length > 0) {
    const kinds = ended.map(({ kind }) => kind).sort()
    await audit(tx, caller, allGrantsEnded, `admin_users/${adminUserId}`, { kinds }, null)
  }
  return { ended: ended.length }
})

/**
 * Returns whether the grant is the caller's. Throws HttpError 404 for an unknown grant and, unless the caller is a super
 * admin, for one of another person.
 */
async function isOwnOrRefused(tx: Tx, id: string, caller: Caller): Promise<boolean> {
  const [found] = await tx<[{ isOwn: boolean }?]>`
    select ${isOfAccount(tx, caller.admin?.id ?? 0)} as is_own from grants where id = ${id}`
  if (!found || !(found.isOwn || isForAll(caller))) throw new HttpError(404, 'Questo accesso è già chiuso.')
  return found.isOwn
}

const isForAll = ({ admin }: Caller) => admin?.role === 'superAdmin'

const subjectOf = ({ adminUserId, driverId }: EndedGrant) =>
  adminUserId === null ? `drivers/${driverId}` : `admin_users/${adminUserId}`
