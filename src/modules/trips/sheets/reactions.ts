import { on } from '../../../kernel/message.ts'
import { personErased } from '../../settings/privacy/erasure.contract.ts'
import { purgeOldSheets } from './retention.ts'

/** Deletes the person's sheets whose term is over. Retention deletes the other sheets when their term ends. */
export const forgetSheets = on('trips:forgetSheets', personErased, async (_, { write }) => {
  await purgeOldSheets(write)
})
