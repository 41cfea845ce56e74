import { on } from '../../../kernel/message.ts'
import { personErased } from '../../settings/privacy/erasure.contract.ts'
import { purgeOldSheets } from './retention.ts'

/**
 * Deletes all service sheets that are due for deletion, among them the erased person's sheets whose legal term is over.
 * The retention task deletes the person's other sheets when their term ends.
 */
export const forgetSheets = on('trips:forgetSheets', personErased, async (_, { write }) => {
  await purgeOldSheets(write)
})
