import { roleNames } from '../../../../kernel/role.ts'
import { isDayForm } from '../../../../kernel/romanDay.ts'
import { languageName } from '../../../../languages/languageName.ts'
import { serviceTitles } from '../../../../modules/integrations/keys/contract.ts'
import { kindNames, stateNames } from '../../../../modules/leads/lead/contract.ts'
import type { AuditLine } from '../../../../modules/operations/audit/contract.ts'
import { referenceFields, tableOfField } from '../../../../modules/operations/audit/fieldKinds.contract.ts'
import { overlayNames, weekdayNames } from '../../catalog/priceLists/listLabels.tsx'
import { shortBarriers } from '../../catalog/routes/indexLabels.ts'
import { mailStates } from '../../integrations/mail/mailLabels.ts'
import { fieldTypeNames } from '../../integrations/prompts/promptLabels.ts'
import { showDateTime, showNumericDay, showPrice } from '../../kit/format.ts'
import { kindNames as grantNames } from '../../settings/grants/grantLabels.ts'
import { directionNames, offerStates } from '../../trips/offers/offerLabels.ts'
import { tripStates } from '../../trips/trips/tripLabels.ts'

type Values = Record<string, unknown>

/** Fields of an entry that another field of it repeats in words. */
const repeated: Record<string, string> = {
  departure: 'departureName',
  kind: 'kindName',
  category: 'fieldType',
  shownAs: 'spot',
}

export const isRepeated = (field: string, values: Values) => (repeated[field] ?? '') in values

const none = '—'
const textCharsMax = 300

/** Returns a value of an entry in words: names instead of ids, labels instead of terms of the code. */
export function valueText(line: AuditLine, field: string, values: Values): string {
  const value = values[field]
  const table = tableOfField(field, values)
  if (table) return referenceText(line, table, value) ?? referenceFields[field]?.none ?? none
  const text = textOf(line, field, value)
  return text.length > textCharsMax ? `${text.slice(0, textCharsMax)}…` : text || none
}

/** Returns null if the field refers to no record. A record that was deleted has only its number. */
function referenceText({ names }: AuditLine, table: string, value: unknown): string | null {
  const ids = [value].flat().filter((id) => Number(id) > 0)
  if (ids.length === 0) return null
  return ids.map((id) => names[`${table}/${id}`] ?? `n. ${id}, non c’è più`).join('; ')
}

const labelsOf = (states: Record<string, { label: string }>) =>
  Object.fromEntries(Object.entries(states).map(([state, { label }]) => [state, label]))

/** Terms that have another meaning in another table. */
const wordsOfTable: Record<string, Record<string, string>> = {
  trips: labelsOf(tripStates),
  offers: labelsOf(offerStates),
  email_messages: labelsOf(mailStates),
  api_configurations: serviceTitles,
  admin_users: { none: 'nessuna' },
  email_configurations: {
    all: 'tutte',
    recent: 'all’ufficio e le recenti ai clienti',
    office: 'solo all’ufficio',
    none: 'nessuna',
  },
}

const words: Record<string, string> = {
  ...stateNames,
  ...roleNames,
  ...grantNames,
  ...fieldTypeNames,
  ...overlayNames,
  ...directionNames,
  ...Object.fromEntries(Object.entries(kindNames).map(([kind, { one }]) => [kind, one])),
  ...shortBarriers,
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  answered: 'ha risposto',
  noAnswer: 'non risponde',
  callBack: 'da richiamare',
  301: 'spostata',
  410: 'eliminata',
  call: 'telefono',
  whatsapp: 'WhatsApp',
  email: 'email',
  agreed: 'concordato',
  chosen: 'offerta scelta',
  estimated: 'stima',
  allowed: 'sempre ammessa',
  gate: 'dopo il controllo',
  draft: 'bozza',
  reviewed: 'rivista',
}

/** Fields whose values are terms of the code. */
const wordFields = new Set([
  ...['status', 'via', 'priceSource', 'indexing', 'state', 'role', 'kind', 'kinds', 'leadKind'],
  ...['fieldType', 'category', 'overlay', 'direction', 'outcome', 'provider', 'statusCode', 'secondFactor'],
  ...['waiting', 'gateReasons'],
])

const tableOf = (subject: string) => subject.split('/')[0] ?? ''

/** Fields with an amount in euro, in the tables of which they are no count. */
const isMoney = (subject: string, field: string) =>
  (/^price(?!Source)/.test(field) && field !== 'prices') ||
  ['amount', 'waitingFee'].includes(field) ||
  (field === 'total' && ['trips', 'offers'].includes(tableOf(subject)))

function textOf(line: AuditLine, field: string, value: unknown): string {
  const { subject, labels } = line
  if (value === null || value === undefined || value === '') return ''
  if (value === true) return 'sì'
  if (value === false) return 'no'
  if (isMoney(subject, field)) return showPrice(String(value))
  if (field === 'field') return labels[String(value)] ?? String(value)
  if (Array.isArray(value)) return listText(line, field, value)
  if (typeof value === 'object') return objectText(line, value as Values)
  const text = String(value)
  const own = wordsOfTable[tableOf(subject)]
  if (wordFields.has(field)) return own?.[text] ?? words[text] ?? text
  if (field === 'name' && own) return own[text] ?? text
  if (field.startsWith('language') && text.length === 2) return languageName(text)
  if (field === 'weekdays') return weekdayNames[Number(value) - 1] ?? text
  return dateText(text)
}

function dateText(text: string): string {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return showDateTime(text)
  return isDayForm(text) ? showNumericDay(text) : text
}

/** Separates lists with semicolons, whose elements contain commas. */
function listText(line: AuditLine, field: string, values: unknown[]): string {
  const parts = values.map((one) => textOf(line, field, one)).filter(Boolean)
  return parts.join(values.some((one) => one !== null && typeof one === 'object') ? '; ' : ', ')
}

function objectText(line: AuditLine, values: Values): string {
  const { from, until } = values
  if (typeof from === 'string' && typeof until === 'string' && Object.keys(values).length === 2)
    return from === until ? dateText(from) : `${dateText(from)}–${dateText(until)}`
  return Object.entries(values)
    .map(([key, value]) => [line.labels[key] ?? key, textOf(line, key, value)])
    .filter(([, text]) => text)
    .map((parts) => parts.join(' '))
    .join(', ')
}
