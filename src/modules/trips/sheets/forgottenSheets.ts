import { on } from '../../../kernel/message.ts'
import { personErased } from '../../settings/privacy/erasure.contract.ts'
import { purgeOldSheets } from './retention.ts'

/** Deletes the person's sheets whose legal term is over. The retention task deletes the person's other sheets later. */
export const forgetSheets = on('trips:forgetSheets', personErased, async (_, { write }) => {
  await purgeOldSheets(write)
})
