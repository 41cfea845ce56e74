import { euro } from '../../../kernel/money.ts'
import { italian } from '../../../languages/catalogs.ts'
import type { PriceField } from '../book/contract.ts'
import { priceText } from './cents.contract.ts'
import { type Comparable, comparablePrices, type GuardedRoute, type OtherRoute } from './comparablePrice.ts'
import { type PriceWarning, type PriceWarningKind, priceLabels } from './contract.ts'

interface NewPrice {
  id: number
  field: PriceField
  cents: number | null
}

export interface PriceOrigin {
  isTyped?: boolean
  isOfList?: boolean
  /** Further routes with which the prices are compared, sorted by length. */
  others?: readonly OtherRoute[]
}

/** Maximum change without a warning, as a fraction of the old price. */
const bigChange = 0.3

/** Pairs in which the first price must not be higher than the second. */
const order: readonly [PriceField, PriceField, why: string][] = [
  ['price3to4Pax', 'price5to7Pax', 'con più passeggeri il prezzo non scende'],
  ['price1to3Pax', 'price4to8Pax', 'con più passeggeri il prezzo non scende'],
  ['pricePremium1to3Pax', 'pricePremium4to7Pax', 'con più passeggeri il prezzo non scende'],
  ['price1to3Pax', 'pricePremium1to3Pax', 'il premium non costa meno del privato'],
  ['price4to8Pax', 'pricePremium4to7Pax', 'il premium non costa meno del privato'],
  ['price3to4Pax', 'price4to8Pax', 'il condiviso non costa più del privato'],
  ['price5to7Pax', 'price4to8Pax', 'il condiviso non costa più del privato'],
]

/**
 * Returns at most one warning for each new price, the most specific one.
 * - `unitSlip`: ten or a hundred times too high or low, lost decimals, or a price per person mixed up with a total
 * - `bandOrder`: more passengers or a better service for less money
 * - `perKm`: far from the prices of routes of similar length
 * - `bigChange`: more than 30 % from the old price
 * Computed prices (`isTyped` is false) may lose decimals. List prices (`isOfList`) are not compared with base prices.
 */
export function priceWarnings(
  routes: Map<number, GuardedRoute>,
  changes: NewPrice[],
  { isTyped = true, isOfList = false, others = [] }: PriceOrigin = {},
): PriceWarning[] {
  const after = new Map(routes)
  const changed = new Set<string>()
  for (const { id, field, cents } of changes) {
    const row = after.get(id)
    if (!row || row[field] === cents) continue
    after.set(id, { ...row, [field]: cents })
    changed.add(`${id}.${field}`)
  }
  const comparable = comparablePrices(after, others)
  const isChanged = (id: number, field: PriceField) => changed.has(`${id}.${field}`)

  return changes.flatMap(({ id, field, cents }): PriceWarning[] => {
    const before = routes.get(id)
    const row = after.get(id)
    if (!before || !row || cents === null || !isChanged(id, field)) return []
    const like = comparable(row, field)
    const was = isOfList ? null : before[field]
    const found =
      slip({ row, field, cents, was, like, isTyped }) ??
      disorder({ before, row, field, comparable, isChanged }) ??
      farFromOthers(row, cents, like) ??
      jump(cents, was)
    if (!found) return []
    const [first = '', ...rest] = found.text
    const message = `${first.toUpperCase()}${rest.join('')}${found.text.endsWith('?') ? '' : '.'}`
    return [{ id, field, value: priceText(cents), kind: found.kind, message }]
  })
}

interface Found {
  kind: PriceWarningKind
  text: string
}

function slip({
  row,
  field,
  cents,
  was,
  like,
  isTyped,
}: {
  row: GuardedRoute
  field: PriceField
  cents: number
  was: number | null
  like: Comparable | null
  isTyped: boolean
}): Found | null {
  const found = (text: string): Found => ({ kind: 'unitSlip', text })
  if (isTyped && was && was % 100 !== 0 && cents === was - (was % 100))
    return found(`${inEuro(cents)} al posto di ${inEuro(was)}, i decimali sono andati persi?`)
  const isUsual = like !== null && !isFar(cents, like)
  const wasUsual = was === null || like === null || !isFar(was, like)
  if (was && (!isUsual || wasUsual)) {
    const digits = shiftOf(cents / was, 1.05)
    if (digits) return found(`era ${inEuro(was)}, ora ${inEuro(cents)}, ${digits}`)
  }
  if (isUsual) return null
  if (like) {
    const digits = shiftOf(cents / like.cents, 1.25)
    if (digits)
      return found(`${inEuro(cents)}, ma tratte simili costano circa ${rounded(like.cents)}, ${digits}`)
  }
  return perPerson(row, field, cents, like)
}

/** Returns the typing error to suspect if the ratio of two prices is near 10, 100, 0.1 or 0.01. */
function shiftOf(ratio: number, tolerance: number): string | null {
  const isNear = (factor: number) => ratio < factor * tolerance && ratio > factor / tolerance
  if (isNear(10)) return 'dieci volte di più: una cifra o una virgola sbagliata?'
  if (isNear(100)) return 'cento volte di più: manca la virgola?'
  if (isNear(0.1)) return 'dieci volte di meno: manca una cifra?'
  if (isNear(0.01)) return 'cento volte di meno: mancano delle cifre?'
  return null
}

const seats: Partial<Record<PriceField, readonly number[]>> = {
  price3to4Pax: [3, 4],
  price5to7Pax: [5, 6, 7],
  price1to3Pax: [2, 3],
  price4to8Pax: [4, 5, 6, 7, 8],
  pricePremium1to3Pax: [2, 3],
  pricePremium4to7Pax: [4, 5, 6, 7],
}

const parts = ['', '', 'mezzo', 'terzo', 'quarto', 'quinto', 'sesto', 'settimo', 'ottavo']

/** Warns if a price per person looks like the price of a whole group, or the reverse. */
function perPerson(
  row: GuardedRoute,
  field: PriceField,
  cents: number,
  like: Comparable | null,
): Found | null {
  if (field === 'priceMin2Pax') {
    const group = row.price3to4Pax ?? row.price1to3Pax
    if (group && cents >= group * 0.9 && cents <= group * 1.15)
      return {
        kind: 'unitSlip',
        text: `${inEuro(cents)} a persona è quanto costa il gruppo (${inEuro(group)}): è il prezzo di tutti?`,
      }
    return null
  }
  const persons = seats[field]?.find((count) => like && Math.abs((cents * count) / like.cents - 1) < 0.03)
  if (!like || !persons) return null
  return {
    kind: 'unitSlip',
    text: `${inEuro(cents)} è circa un ${parts[persons]} di quanto costano tratte simili (${rounded(like.cents)}): è il prezzo a persona?`,
  }
}

function disorder({
  before,
  row,
  field,
  comparable,
  isChanged,
}: {
  before: GuardedRoute
  row: GuardedRoute
  field: PriceField
  comparable: (row: GuardedRoute, field: PriceField) => Comparable | null
  isChanged: (id: number, field: PriceField) => boolean
}): Found | null {
  // If both conflicting prices changed, reports the price that deviates more.
  const strangeness = (of: PriceField) => {
    const cents = row[of]
    const usual = comparable(row, of)?.cents ?? before[of]
    return cents && usual ? Math.abs(Math.log(cents / usual)) : 0
  }
  const isToldElsewhere = (other: PriceField) =>
    isChanged(row.id, other) && strangeness(other) > strangeness(field)
  const breaks = (of: GuardedRoute, [low, high]: readonly PriceField[], factor = 1) => {
    const [less, more] = [low && of[low], high && of[high]]
    return Boolean(less && more && less * factor > more)
  }
  for (const [low, high, why] of order) {
    if (field !== low && field !== high) continue
    const other = field === low ? high : low
    if (!breaks(row, [low, high]) || breaks(before, [low, high]) || isToldElsewhere(other)) continue
    return {
      kind: 'bandOrder',
      text: `${inEuro(row[field])} e ${priceLabels[other]} ${inEuro(row[other])}, ma ${why}`,
    }
  }
  const pair = ['priceMin2Pax', 'price3to4Pax'] as const
  if (!pair.some((one) => one === field) || !breaks(row, pair, 2) || breaks(before, pair, 2)) return null
  if (isToldElsewhere(field === 'priceMin2Pax' ? 'price3to4Pax' : 'priceMin2Pax')) return null
  return {
    kind: 'bandOrder',
    text: `due persone pagherebbero ${inEuro(2 * (row.priceMin2Pax ?? 0))}, tre o quattro insieme ${inEuro(row.price3to4Pax)}`,
  }
}

function farFromOthers(row: GuardedRoute, cents: number, like: Comparable | null): Found | null {
  if (!like || !row.distanceKm || !isFar(cents, like)) return null
  const range = like.fromKm === like.toKm ? `${like.fromKm} km` : `da ${like.fromKm} a ${like.toKm} km`
  return {
    kind: 'perKm',
    text:
      `${inEuro(cents)} per ${row.distanceKm} km sono ${perKm(cents / row.distanceKm)}, tratte simili (${range}) ` +
      `costano ${perKm(like.centsPerKm)}, cioè circa ${rounded(like.cents)}`,
  }
}

function jump(cents: number, was: number | null): Found | null {
  if (!was || Math.abs(cents / was - 1) <= bigChange + 1e-9) return null
  const percent = Math.round((cents / was - 1) * 100)
  return {
    kind: 'bigChange',
    text: `da ${inEuro(was)} a ${inEuro(cents)}, ${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`,
  }
}

const isFar = (cents: number, like: Comparable) => Math.abs(Math.log(cents / like.cents)) > like.tolerance

const inEuro = (cents: number | null) => euro(italian, (cents ?? 0) / 100, ' ')
const rounded = (cents: number) => inEuro(Math.round(cents / 100) * 100)
const perKm = (cents: number) => `${inEuro(cents)}/km`
