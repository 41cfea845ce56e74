import type { Context } from '../../../kernel/context.ts'
import { dayAfter, romanMidnight, romanToday } from '../../../kernel/romanDay.ts'
import type { Sql } from '../../../platform/db.ts'
import type { LeadItem } from './contract.ts'
import { itemsOf, type StaffLead, staffColumns, waits } from './leads.queries.ts'

/** Maximum numbers of leads that `waitingLeads` and `dueLeads` return for the panel's first page. */
const waitingMax = 12
const tasksMax = 30

/** Returns the leads whose customer waits for an answer, longest waiting first, and their total number. */
export async function waitingLeads(
  read: Sql,
  context: Context,
): Promise<{ total: number; items: LeadItem[] }> {
  const [[{ total }], rows] = await Promise.all([
    read<[{ total: number }]>`select count(*) as total from leads where ${waits(read)}`,
    read<StaffLead[]>`
      select ${staffColumns(read)} from requests as leads where ${waits(read)}
      order by coalesce((select since from lead_waits w where w.lead_kind = leads.kind and w.lead_id = leads.id), created_at),
        kind, id limit ${waitingMax}`,
  ])
  return { total, items: await itemsOf(read, rows, context) }
}

/** Leaves out lost leads. The leads of `ownerId` come first. */
export async function dueLeads(read: Sql, ownerId: number | null, context: Context): Promise<LeadItem[]> {
  const midnight = romanMidnight(dayAfter(romanToday(context)))
  const rows = await read<StaffLead[]>`
    select ${staffColumns(read)} from requests as leads
    where due_at < ${midnight} and status <> 'persa'
    order by assigned_to is distinct from ${ownerId}::bigint, due_at, kind, id limit ${tasksMax}`
  return itemsOf(read, rows, context)
}
