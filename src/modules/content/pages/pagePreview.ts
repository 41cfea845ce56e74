import { handle } from '../../../kernel/message.ts'
import { Refused } from '../../../kernel/refused.ts'
import { isDay, romanDay, withPricesOn } from '../../catalog/priceLists/preview.queries.ts'
import { PreviewPage } from './contract.ts'
import { pageAt } from './page.queries.ts'

/** Of a day that has passed the prices of then are not known: it is today's page that staff see. */
export const previewPage = handle(PreviewPage, async (tx, { day, ...address }, caller, context) => {
  const today = romanDay(context.clock.now())
  if (!isDay(day)) throw new Refused(422, 'Questo giorno non esiste')
  const isPast = day < today
  const previewDay = isPast ? today : day
  const page = await withPricesOn(tx, previewDay, (sql) => pageAt(sql, address, caller, context))
  return { ...page, previewDay }
})
