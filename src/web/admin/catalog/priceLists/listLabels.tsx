import { priceFields } from '../../../../modules/catalog/book/contract.ts'
import type { PriceListState, PriceListSummary } from '../../../../modules/catalog/priceLists/contract.ts'
import { priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import { Badge } from '../../kit/Badge.tsx'
import { showEuro } from '../../kit/format.ts'

const states = {
  programmato: ['info', 'Programmato'],
  'in corso': ['ok', 'In corso'],
  concluso: ['quiet', 'Concluso'],
  annullato: ['quiet', 'Annullato'],
} as const satisfies Record<PriceListState, readonly [string, string]>

export function StateBadge({ state }: { state: PriceListState }) {
  const [tone, text] = states[state]
  return <Badge tone={tone}>{text}</Badge>
}

export const overlayNames = {
  period: 'Periodo',
  weekdays: 'Giorni della settimana',
  nights: 'Notte',
} as const satisfies Record<PriceListSummary['overlay'], string>

export const weekdayNames = [
  'lunedì',
  'martedì',
  'mercoledì',
  'giovedì',
  'venerdì',
  'sabato',
  'domenica',
] as const

/** Returns for example `Giorni della settimana: sabato, domenica`. */
export function overlayText({ overlay, weekdays }: Pick<PriceListSummary, 'overlay' | 'weekdays'>): string {
  if (overlay === 'nights') return `${overlayNames.nights}: partenze dalle 22 alle 6`
  const days = weekdays.map((day) => weekdayNames[day - 1]).join(', ')
  return overlay === 'weekdays' ? `${overlayNames.weekdays}: ${days}` : overlayNames.period
}

type Rule = Pick<
  PriceListSummary,
  'percent' | 'amount' | 'roundTo' | 'departureName' | 'departure' | 'kindName' | 'kind' | 'fields'
>

/** Returns for example `+15%, a passi di 5 €`. */
export function changeText({ percent, amount, roundTo, fields }: Rule): string {
  if (fields.length === 0) return 'Solo prezzi scritti a mano'
  const by = percent ? `${signed(percent.replace('.', ','))}%` : signed(showEuro(amount ?? 0, ' '))
  return roundTo ? `${by}, a passi di ${showEuro(roundTo, ' ')}` : by
}

const signed = (text: string) => (/^[-+−]/.test(text) ? text : `+${text}`).replace(/\s*%$/, '')

/** Returns for example `da Aeroporto Brindisi, Economy condiviso: Privato 1-3, Privato 4-8`. */
export function scopeText({ departure, departureName, kind, kindName, fields }: Rule): string {
  if (fields.length === 0) return ''
  const from = departure ? `da ${departureName ?? 'una località eliminata'}` : 'tutte le partenze'
  const of = kind ? `, ${kindName ?? 'tipologia eliminata'}` : ''
  const which =
    fields.length === priceFields.length
      ? 'tutti i prezzi'
      : fields.map((field) => priceLabels[field]).join(', ')
  return `${from}${of}: ${which}`
}
