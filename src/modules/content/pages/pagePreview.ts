import { HttpError } from '../../../kernel/httpError.ts'
import { answer } from '../../../kernel/message.ts'
import { isDay, romanToday } from '../../../kernel/romanDay.ts'
import { PreviewPage } from './contract.ts'
import { pageAt } from './page.queries.ts'

/** A past day, whose prices are unknown, gets today's prices. */
export const previewPage = answer(PreviewPage, async (read, { day, ...address }, caller, context) => {
  const today = romanToday(context)
  if (!isDay(day)) throw new HttpError(422, 'Questo giorno non esiste')
  const isPast = day < today
  const previewDay = isPast ? today : day
  const page = await pageAt(read, address, caller, {
    context,
    when: { today, day: previewDay, isPreview: true },
  })
  return { ...page, previewDay }
})
