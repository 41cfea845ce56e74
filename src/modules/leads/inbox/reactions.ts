import { on } from '../../../kernel/message.ts'
import { tableOf } from '../requests/tables.contract.ts'
import { customerMailReported } from './contract.ts'

/** Marks the lead for a call while mail to its customer bounces. It gets no new version: no field of a form changes. */
export const markForCall = on(
  'leads:markForCall',
  customerMailReported,
  async ({ kind, leadId, hasBounced }, { factId, write }) => {
    await write`
      update ${write(tableOf[kind])} set call_instead = ${hasBounced}, call_instead_event_id = ${factId}
      where id = ${leadId} and coalesce(call_instead_event_id, 0) < ${factId}`
  },
)
