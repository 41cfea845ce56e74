import type { Static } from '@sinclair/typebox'
import { audit, told } from '../../../kernel/audit.ts'
import { restoredTable } from '../../../kernel/bulkActList.ts'
import { edit } from '../../../kernel/edit.ts'
import { HttpError, orNull, refusal } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer, type Caller, handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import {
  type AnalyticsConfiguration,
  analyticsChanged,
  analyticsCreated,
  analyticsDeleted,
  CreateAnalyticsConfiguration,
  DeleteAnalyticsConfiguration,
  ListAnalyticsConfigurations,
  ReadAnalyticsConfiguration,
  SaveAnalyticsConfiguration,
} from './contract.ts'

interface Row {
  id: number
  measurementId: string
  isActive: boolean
  description: string
  createdAt: Date
  updatedAt: Date
}

export const listAnalyticsConfigurations = answer(ListAnalyticsConfigurations, async (read, asked) => {
  const like = likeOf(asked.search)
  const where = read`(coalesce(measurement_id, '') ilike ${like} or description ilike ${like})`
  const [{ total }] = await read<[{ total: number }]>`
    select count(*) as total from google_analytics_configurations where ${where}`
  const order = { measurementId: 'measurement_id', active: 'is_active', createdAt: 'created_at' }
  const rows = await read<Row[]>`
    select ${columns(read)} from google_analytics_configurations where ${where}
    ${pageOf(read, asked, order, '-active')}`
  return { ...pages(asked, total), items: rows.map(shown) }
})

export const readAnalyticsConfiguration = answer(ReadAnalyticsConfiguration, async (read, { id }) =>
  shown(await find(read, id)),
)

export const createAnalyticsConfiguration = handle(CreateAnalyticsConfiguration, async (tx, form, caller) => {
  if (form.isActive) await makeRoom(tx, form, 0)
  const [row] = await tx<[Row]>`
    insert into google_analytics_configurations (measurement_id, is_active, description)
    values (${form.measurementId || null}, ${form.isActive}, ${form.description})
    returning ${columns(tx)}`
  const subject = `google_analytics_configurations/${row.id}`
  await audit(tx, caller, analyticsCreated, subject, null, shown(row))
  await emit(tx, analyticsChanged, { configurationId: row.id })
  return shown(row)
})

const editedConfiguration = { table: 'google_analytics_configurations', find, lockFirst: lockConfigurations }

export const saveAnalyticsConfiguration = edit(
  SaveAnalyticsConfiguration,
  editedConfiguration,
  async (tx, form, caller, before) => {
    if (form.isActive) await makeRoom(tx, form, form.id)
    const [row] = await tx<[Row]>`
    update google_analytics_configurations set measurement_id = ${form.measurementId || null},
      is_active = ${form.isActive}, description = ${form.description}, updated_at = now()
    where id = ${form.id} returning ${columns(tx)}`
    await announce(tx, caller, before, row)
    return shown(row)
  },
)

async function announce(tx: Tx, caller: Caller, before: Row | null, row: Row): Promise<void> {
  const subject = `google_analytics_configurations/${row.id}`
  const changed = told(analyticsChanged, { configurationId: row.id })
  await audit(tx, caller, changed, subject, before && shown(before), shown(row))
}

restoredTable<Row>('google_analytics_configurations', {
  read: (tx, { id }) => orNull(find(tx, id)),
  announce: async (tx, before, after, caller) => after && announce(tx, caller, before, after),
})

export const deleteAnalyticsConfiguration = handle(
  DeleteAnalyticsConfiguration,
  async (tx, { id }, caller) => {
    const before = await find(tx, id)
    await tx`delete from google_analytics_configurations where id = ${id}`
    const subject = `google_analytics_configurations/${id}`
    await audit(tx, caller, analyticsDeleted, subject, shown(before), null)
    await emit(tx, analyticsChanged, { configurationId: id })
    return {}
  },
)

/** Deactivates the other configurations. Throws HttpError 422 without a measurement ID. */
async function makeRoom(
  tx: Tx,
  { measurementId }: Pick<Static<typeof CreateAnalyticsConfiguration.input>, 'measurementId'>,
  butId: number,
): Promise<void> {
  if (!measurementId)
    throw refusal('measurementId', 'Per attivare la configurazione serve un ID Misurazione.')
  await lockConfigurations(tx)
  await tx`
    update google_analytics_configurations set is_active = false, updated_at = now()
    where is_active and id <> ${butId}`
}

/** Locks the configurations, because two concurrent commands could leave two active configurations. */
async function lockConfigurations(tx: Tx): Promise<void> {
  await tx`lock table google_analytics_configurations in share row exclusive mode`
}

function columns(sql: Sql | Tx) {
  return sql`
    id, coalesce(measurement_id, '') as measurement_id, is_active, description, created_at, updated_at`
}

async function find(sql: Sql | Tx, id: number): Promise<Row> {
  const [row] = await sql<[Row?]>`
    select ${columns(sql)} from google_analytics_configurations where id = ${id}`
  if (!row) throw new HttpError(404, 'Configurazione non trovata.')
  return row
}

function shown(row: Row): AnalyticsConfiguration {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}
