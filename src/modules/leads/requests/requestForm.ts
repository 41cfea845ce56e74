import { answer } from '../../../kernel/message.ts'
import { romanToday } from '../../../kernel/romanDay.ts'
import { ReadRequestForm } from './contract.ts'
import { tripFares } from './quote.queries.ts'
import { requestKind } from './trip.contract.ts'

export const readRequestForm = answer(ReadRequestForm, async (read, form, _, context) => {
  const trip = { ...form, returnTrip: Boolean(form.returnTrip) }
  const [fares] = await tripFares(read, [trip], romanToday(context))
  return { kind: requestKind({ ...form, hasPrice: (fares?.there.offers.length ?? 0) > 0 }) }
})
