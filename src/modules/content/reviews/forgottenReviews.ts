import { on } from '../../../kernel/message.ts'
import { personErased } from '../../settings/privacy/erasure.contract.ts'

export const forgetReviews = on('content:forgetReviews', personErased, async ({ leads }, { write }) => {
  await write`
    delete from reviews where (lead_kind, lead_id) in (
      select kind, id from unnest(${leads.map(({ kind }) => kind)}::text[],
        ${leads.map(({ leadId }) => leadId)}::bigint[]) as erased (kind, id))`
})
