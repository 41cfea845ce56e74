import { handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { endWait } from '../inbox/wait.writes.ts'
import { lockedLead, noted } from '../lead/lead.queries.ts'
import { AskForChange, CancelRequest, requestCancelled } from './contract.ts'
import { languageFor, leadOf, statusOf } from './status.queries.ts'
import { addWish, refusalOf, storeChange } from './storedWishes.ts'

export const cancelRequest = handle(CancelRequest, async (tx, { token }, caller, context) => {
  const t = languageFor(caller)
  const lead = await lockedLead(tx, await leadOf(tx, token, context))
  const status = await statusOf(tx, lead, context, t)
  if (lead.status === 'persa') return status
  if (!status.canCancel) throw refusalOf(status, 'api.cannotCancel')
  await tx`
    update leads set status = 'persa', notes = ${noted(tx, 'ha annullato la richiesta', context)},
      read_at = null, updated_at = now()
    where kind = ${lead.kind} and id = ${lead.id}`
  await endWait(tx, lead.kind, lead.id)
  await emit(tx, requestCancelled, { wishId: await addWish(tx, lead, 'cancel', '') })
  return statusOf(tx, { ...lead, status: 'persa' }, context, t)
})

export const askForChange = handle(AskForChange, async (tx, { token, text }, caller, context) => {
  const lead = await lockedLead(tx, await leadOf(tx, token, context))
  return storeChange(tx, lead, text, { context, t: languageFor(caller) })
})
