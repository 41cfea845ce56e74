import type { Inputs, World } from '../world.ts'

export const operationsInputs: Inputs = {
  'POST /api/admin/bulk-acts/:id/undo': async (world) => {
    const ids = [await world.route(), await world.route()]
    const { actId } = await world.call('POST /api/admin/route-prices/bulk', { ids, act: 'deactivate' })
    return { id: actId }
  },
  'DELETE /api/admin/jobs/:id': async (world) => ({ id: await world.job('location-sync', 'queued') }),
  'POST /api/admin/jobs/:id/drop': async (world) => ({ id: await world.job('location-sync', 'failed') }),
  'POST /api/admin/jobs/:id/retry': async (world) => {
    const { jobId } = await world.call('POST /api/admin/locations/sync-all')
    await world.sql`update jobs set status = 'failed' where id = ${jobId}`
    return { id: jobId }
  },
  'POST /api/admin/outbox/:id/drop': async (world) => {
    await world.sql`update effects set state = 'failed', dropped_at = null where outbox_id % 10 = 0`
    const [row] = await world.sql<[{ id: number; reaction: string }]>`
      select outbox_id as id, reaction from effects where state = 'failed' and dropped_at is null
      order by outbox_id desc limit 1`
    return { ...row }
  },
  'POST /api/admin/outbox/:id/replay': async (world) => {
    await world.sql`update effects set state = 'failed', dropped_at = null where outbox_id % 10 = 0`
    const [row] = await world.sql<[{ id: number }]>`
      select outbox_id as id from effects where state = 'failed' and dropped_at is null order by outbox_id limit 1`
    return { id: row.id }
  },
  'POST /api/admin/outbox/replay-failed': async (world) => {
    await world.sql`update effects set state = 'failed', dropped_at = null where outbox_id % 10 = 0`
    return {}
  },
  'POST /api/admin/periodic-tasks/:name/drop': async (world) => {
    await world.sql`
      insert into periodic_runs (name, started_at, last_error) values ('purgeOldLeads', now(), 'rete')
      on conflict (name) do update set last_error = 'rete'`
    return { name: 'purgeOldLeads' }
  },
  'POST /api/admin/periodic-tasks/:name/run': () => ({ name: 'purgeOldLeads' }),
  'POST /api/admin/privacy/erase': async (world) => {
    const { email, phone } = await world.lead('booking', { name: `Zoe Conte ${world.next()}` })
    return { email, phone }
  },
  'POST /api/admin/audit/:id/restore': async (world) => ({ id: await changed(world) }),
}

/** Changes the prices of a route and returns the id of the audit log's entry. */
async function changed(world: World): Promise<number> {
  const update = { id: await world.route(), field: 'price1to3Pax', value: String(160 + (world.next() % 9)) }
  await world.call('PUT /api/bulk-pricing/update', { updates: [update] })
  const [row] = await world.sql<[{ id: number }]>`select max(id)::int as id from audit_log`
  return row.id
}
