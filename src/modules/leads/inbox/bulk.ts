import { audit } from '../../../kernel/audit.ts'
import { bulkAct } from '../../../kernel/bulkAct.ts'
import { restoredTable } from '../../../kernel/bulkActList.ts'
import { orNull } from '../../../kernel/httpError.ts'
import { shortMoment } from '../../../kernel/italianFormats.ts'
import { readerOf, type Tx } from '../../../platform/db.ts'
import { staffNames } from '../../settings/staff/names.queries.ts'
import { type LeadKind, leadOf, stateNames } from '../lead/contract.ts'
import { refuseUnknownDays } from '../lead/days.queries.ts'
import { subjectOf } from '../lead/subject.contract.ts'
import { ChangeLeads, type LeadsChange } from './bulk.contract.ts'
import type { LeadFilters } from './contract.ts'
import { leadChanged } from './contract.ts'
import {
  announceRide,
  changeAvailabilityRequest,
  changeBooking,
  changeContact,
  impersonal,
  unknownOwner,
} from './leadChanges.ts'
import { findStaffLead, leadsWhere, ofKind, type StaffLead } from './leads.queries.ts'

export const changeLeads = bulkAct(ChangeLeads, {
  title: async ({ change: { status, assignedTo, dueAt } }, tx) =>
    [
      status && `Stato: ${stateNames[status]}`,
      assignedTo !== undefined && `Assegnata a: ${await ownerName(tx, assignedTo)}`,
      dueAt !== undefined && `Da fare entro: ${dueAt ? shortMoment(new Date(dueAt)) : 'nessuna data'}`,
    ]
      .filter(Boolean)
      .join(', '),

  matching: async (tx, filter: Omit<LeadFilters, 'page' | 'limit'> & { kind?: LeadKind }) => {
    refuseUnknownDays(filter)
    const read = readerOf(tx)
    const rows = await tx<{ key: string }[]>`
      select kind || '-' || id as key from requests as leads where ${leadsWhere(read, filter)} and ${ofKind(read, filter)}
      order by kind, id`
    return rows.map(({ key }) => key)
  },

  names: async (tx, keys) => {
    const rows = await tx<{ key: string; code: string }[]>`
      select kind || '-' || id as key, code from leads
      where ${hasKey(tx, keys)}`
    return new Map(rows.map(({ key, code }) => [key, code]))
  },

  exceptions: async (tx, keys, { change: { status, assignedTo, dueAt } }) => {
    const same = await tx<{ key: string }[]>`
      select kind || '-' || id as key from leads
      where ${hasKey(tx, keys)}
        and ${status === undefined ? tx`true` : tx`status = ${status}`}
        and ${assignedTo === undefined ? tx`true` : tx`assigned_to is not distinct from ${assignedTo}`}
        and ${dueAt === undefined ? tx`true` : tx`due_at is not distinct from ${dueAt || null}::timestamptz`}`
    const isUnknown = Boolean(assignedTo) && !(await staffNames(tx)).some(({ id }) => id === assignedTo)
    return new Map([
      ...(isUnknown ? keys.map((key) => [key, unknownOwner] as const) : []),
      ...same.map(({ key }) => [key, null] as const),
    ])
  },

  apply: async (tx, key, { change }, caller, context) => {
    const { kind, id } = leadOf(key)
    if (isSame(await findStaffLead(tx, kind, id), change)) return
    const changes = {
      availability_request: changeAvailabilityRequest,
      booking: changeBooking,
      contact: changeContact,
    }
    await changes[kind].execute(tx, { id, ...change }, caller, context)
  },
})

restoredTable<StaffLead>('leads', {
  read: (tx, { kind, id }) => orNull(findStaffLead(tx, kind as LeadKind, id)),
  announce: async (tx, before, after, caller) => {
    if (!before || !after) return
    await announceRide(tx, before, after)
    await audit(
      tx,
      caller,
      leadChanged,
      subjectOf(after.kind, after.id),
      impersonal(before),
      impersonal(after),
    )
  },
})

const hasKey = (tx: Tx, keys: string[]) => tx`
  (kind, id) in (
    select split_part(key, '-', 1), split_part(key, '-', 2)::bigint from unnest(${keys}::text[]) as key)`

function isSame(lead: StaffLead, { status, assignedTo, dueAt }: LeadsChange): boolean {
  return (
    (status === undefined || status === lead.status) &&
    (assignedTo === undefined || assignedTo === lead.assignedTo) &&
    (dueAt === undefined || (dueAt ? Date.parse(dueAt) : null) === (lead.dueAt?.getTime() ?? null))
  )
}

async function ownerName(tx: Tx, id: number | null): Promise<string> {
  if (id === null) return 'nessuno'
  return (await staffNames(tx)).find((one) => one.id === id)?.username ?? `utente ${id}`
}
