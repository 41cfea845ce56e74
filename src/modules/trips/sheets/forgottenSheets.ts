import { on } from '../../../kernel/message.ts'
import { endExpired } from '../../../kernel/retention.ts'
import { personErased } from '../../settings/privacy/erasure.contract.ts'
import { oldSheets } from './retention.ts'

/** Milliseconds after which the scheduled task continues the walk. */
const budgetMs = 20_000

/** Deletes the person's sheets whose legal term is over. The retention task deletes the person's other sheets later. */
export const forgetSheets = on('trips:forgetSheets', personErased, async (_, { write }) => {
  await endExpired(write, oldSheets, { budgetMs, isAsked: true })
})
