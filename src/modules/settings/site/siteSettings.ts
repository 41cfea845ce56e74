import { audit, told } from '../../../kernel/audit.ts'
import { restoredTable } from '../../../kernel/bulkActList.ts'
import { edit } from '../../../kernel/edit.ts'
import type { Caller } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import { SaveSiteSettings, siteModeChanged } from './contract.ts'
import { defaultSiteMode } from './site.queries.ts'

export const saveSiteSettings = edit(
  SaveSiteSettings,
  { table: 'site_settings', find },
  async (tx, input, caller, before) => {
    const { isLive, underConstructionMessage, isMcpOn } = input
    // An omitted field keeps its stored value. Before the first save it gets the column's default.
    const columns = {
      is_live: isLive,
      ...(underConstructionMessage === undefined
        ? {}
        : { under_construction_message: underConstructionMessage }),
      ...(isMcpOn === undefined ? {} : { is_mcp_on: isMcpOn }),
    }
    const [saved] = await tx<[{ message: string; isMcpOn: boolean; updatedAt: Date }]>`
      insert into site_settings ${tx(columns)}
      on conflict (id) do update set ${tx(columns)}, updated_at = now()
      returning under_construction_message as message, is_mcp_on, updated_at`
    await announce(tx, caller, before ?? null, input)
    return {
      isLive,
      underConstructionMessage: saved.message,
      message: saved.message || defaultSiteMode.message,
      isMcpOn: saved.isMcpOn,
      updatedAt: saved.updatedAt.toISOString(),
    }
  },
)

async function announce(
  tx: Tx,
  caller: Caller,
  before: object | null,
  after: { isLive: boolean },
): Promise<void> {
  const changed = told(siteModeChanged, { isLive: after.isLive })
  await audit(tx, caller, changed, 'site_settings', before, after)
}

restoredTable('site_settings', {
  read: async (tx) => (await find(tx)) ?? null,
  announce: (tx, before, after, caller) => announce(tx, caller, before, after ?? defaultSiteMode),
})

async function find(tx: Tx) {
  const [row] = await tx<[{ isLive: boolean; message: string; isMcpOn: boolean; updatedAt: Date }?]>`
    select is_live, under_construction_message as message, is_mcp_on, updated_at from site_settings`
  return row
}
