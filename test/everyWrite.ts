import { type AnyHandler, messageName } from '../src/kernel/message.ts'
import { catalog } from '../src/modules/catalog/module.ts'
import { content } from '../src/modules/content/module.ts'
import { handlers, internalHandlers } from '../src/modules/index.ts'
import { integrations } from '../src/modules/integrations/module.ts'
import { leads } from '../src/modules/leads/module.ts'
import { quietFields } from '../src/modules/operations/audit/fieldKinds.contract.ts'
import { fieldLabel } from '../src/modules/operations/audit/labels.ts'
import { operations } from '../src/modules/operations/module.ts'
import { settings } from '../src/modules/settings/module.ts'
import { trips } from '../src/modules/trips/module.ts'
import type { Tx } from '../src/platform/db.ts'

// Every command that changes a row emits an event of its module in the same transaction, and declares the acts that it
// writes into the audit log. Each test file runs its commands through these wrappers, so that the rules hold in each of
// their branches.

/** Tables whose writes need no event, each with its reason. */
const silentTables: Record<string, string> = {
  idempotency_keys: 'a repeated command is answered from them',
  rate_limits: 'count requests',
  login_failures: 'count attempts to log in',
  login_waits: 'count attempts to log in',
  bulk_acts: 'an act that changes no row is deleted in the same transaction',
}

/** Commands whose writes need no event, each with its reason. */
const silentCommands: Record<string, string> = {
  'settings:touchSession': 'stores the last use of a session',
  'trips:touchFeed': 'stores the last use of a calendar',
  'content:recordPageVisits': 'counts visits of missing pages and redirects',
  'catalog:recordSearches': 'counts searches',
  'POST /api/taps': 'counts taps on phone numbers',
}

/** Commands whose event is of another module, each with its reason. */
const toldElsewhere: Record<string, string> = {
  'POST /api/admin/audit/:id/restore': 'runs the command that saves the record',
  'POST /api/admin/privacy/erase':
    'settings:personErased, which is declared below all modules that delete their data',
}

/** Commands that record the acts of other commands, too. */
const actsOfOthers: Record<string, string> = {
  'POST /api/admin/bulk-acts/:id/undo': 'restores the rows of any command',
  'POST /api/admin/audit/:id/restore': 'restores the rows of any command',
}

const modules = { settings, catalog, content, leads, trips, integrations, operations }

type Execute = (tx: Tx, ...rest: unknown[]) => Promise<unknown>

/** Returns the number of rows that the connection has changed in each table. Earlier transactions may count, too. */
async function counts(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx<{ name: string; changed: number }[]>`
    select relname as name, n_tup_ins + n_tup_upd + n_tup_del as changed from pg_stat_xact_user_tables`
  return new Map(rows.map(({ name, changed }) => [name, Number(changed)]))
}

async function changedTables(tx: Tx, before: Map<string, number>): Promise<string[]> {
  const after = await counts(tx)
  return [...after]
    .filter(([name, changed]) => changed > (before.get(name) ?? 0) && !(name in silentTables))
    .map(([name]) => name)
}

async function lastEvent(tx: Tx): Promise<number> {
  const [row] = await tx<{ id: number | null }[]>`select max(id) as id from outbox`
  return row?.id ?? 0
}

async function check(tx: Tx, of: { command: string; module: string }, tables: string[], since: number) {
  if (tables.length === 0 || of.command in silentCommands) return
  const events = await tx<{ type: string }[]>`select type from outbox where id > ${since}`
  // Any module may have bulk acts, whose event is of the module that undoes them.
  const names = [`${of.module}:`, 'operations:bulkAct', ...(of.command in toldElsewhere ? [''] : [])]
  if (events.some(({ type }) => names.some((name) => type.startsWith(name)))) return
  const emitted = events.map(({ type }) => type).join(', ') || 'none'
  throw new Error(
    `${of.command} changes ${tables.join(', ')} without an event of ${of.module} (emitted: ${emitted})`,
  )
}

interface Recorded {
  action: string
  fields: string[]
}

/** Fails for an act that the command does not declare, and for a field without a label. */
async function checkRecorded(tx: Tx, { message }: AnyHandler, since: number): Promise<void> {
  const command = messageName(message)
  if (message.kind !== 'command' || command in actsOfOthers) return
  const declared = message.acts?.map(({ type }) => type) ?? []
  const recorded = await tx<Recorded[]>`
    select action, array(select jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}'))) as fields
    from audit_log where id > ${since} and command = ${command}`
  for (const { action, fields } of recorded) {
    if (!declared.includes(action)) throw new Error(`${command} does not declare the act ${action}`)
    const unnamed = fields.filter((field) => !quietFields.has(field) && !fieldLabel(action, field))
    if (unnamed.length > 0) throw new Error(`${action} has fields without a label: ${unnamed.join(', ')}`)
  }
}

async function lastEntry(tx: Tx): Promise<number> {
  const [row] = await tx<{ id: number | null }[]>`select max(id) as id from audit_log`
  return row?.id ?? 0
}

let isWatched = false

/** Makes each command fail that changes rows and emits no event of its module, or records an act that it does not declare. */
export function watchCommands(): void {
  if (isWatched) return
  isWatched = true
  const moduleOf = new Map(
    Object.entries(modules).flatMap(([name, { handlers, internalHandlers }]) =>
      [...handlers, ...internalHandlers].map((handler) => [handler, name] as const),
    ),
  )
  for (const handler of [...handlers, ...internalHandlers]) {
    if (!('execute' in handler)) continue
    // Only the handlers of the audit log are in no module's list.
    const module = moduleOf.get(handler) ?? 'operations'
    const execute = handler.execute as Execute
    const command = messageName(handler.message)
    Object.assign(handler, {
      async execute(tx: Tx, ...rest: unknown[]) {
        // PostgreSQL also counts the rows of a dry run, which is rolled back.
        if ((rest[0] as { dryRun?: boolean } | undefined)?.dryRun) return execute(tx, ...rest)
        const [before, since, entry] = [await counts(tx), await lastEvent(tx), await lastEntry(tx)]
        const reply = await execute(tx, ...rest)
        await check(tx, { command, module }, await changedTables(tx, before), since)
        await checkRecorded(tx, handler, entry)
        return reply
      },
    })
  }
}
