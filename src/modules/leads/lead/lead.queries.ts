import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { shortMoment } from '../../../kernel/italianFormats.ts'
import type { LanguageCode } from '../../../languages/messages.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { FareSource } from '../../catalog/fares/contract.ts'
import { type Asked, askedNames } from './askedFields.contract.ts'
import type { LeadKind, LeadState } from './contract.ts'
import type { StoredFare } from './fare.contract.ts'

/** A stored lead. Missing and empty fields are null. */
export interface Lead extends Asked {
  kind: LeadKind
  id: number
  code: string
  status: LeadState
  name: string | null
  phone: string
  email: string | null
  returnTrip: boolean
  /** Price of the outbound ride in Italian: of the chosen offer or, without a choice, the cheapest private offer. */
  quote: string | null
  returnQuote: string | null
  /** Price of both legs less the discount, as text. */
  totalQuote: string | null
  quoteSource: FareSource | null
  fare: StoredFare | null
  chosenVehicle: string | null
  /** Day of travel for which the quote was computed. */
  quotedDay: string | null
  message: string | null
  formSource: string | null
  /** Language in which the customer wrote. */
  language: LanguageCode
  /** The sender may be a robot, so no mail is sent without staff. */
  isSuspected: boolean
  createdAt: Date
  updatedAt: Date
}

/** Returns the columns of a lead, from the view `requests`, which shows what was asked of its rides. */
export function leadColumns(sql: Sql | Tx) {
  return sql`
    ${sql(askedNames)}, kind, id, code, status, name, phone, email, return_trip, quote, return_quote, total_quote, quote_source,
    fare, fare->>'chosen' as chosen_vehicle, fare->'there'->>'day' as quoted_day, message, form_source,
    language, is_suspected, created_at, updated_at`
}

/** Locks the lead until the transaction ends. Returns false if it was erased. */
export async function lockLead(tx: Tx, kind: LeadKind, id: number): Promise<boolean> {
  const [lead] = await tx`select id from leads where kind = ${kind} and id = ${id} for no key update`
  return lead !== undefined
}

/** Keeps the lead from being erased until the transaction ends. Returns false if it was erased. */
export async function keepLead(tx: Tx, kind: LeadKind, id: number): Promise<boolean> {
  const [lead] = await tx`select id from leads where kind = ${kind} and id = ${id} for key share`
  return lead !== undefined
}

/**
 * Locks and returns the lead, so that the second of two concurrent commands sees the result of the first. Throws HttpError
 * 404 if the lead was erased.
 */
export async function lockedLead(tx: Tx, { kind, id }: Pick<Lead, 'kind' | 'id'>): Promise<Lead> {
  await lockLead(tx, kind, id)
  const lead = await readLead(tx, kind, id)
  if (!lead) throw new HttpError(404, (t) => t('api.gone'))
  return lead
}

/** Returns the SQL expression: the notes of the lead with what the customer did. */
export const noted = (tx: Tx, text: string, { clock }: Pick<Context, 'clock'>) => tx`
  concat_ws(E'\n', nullif(notes, ''), ${`${shortMoment(clock.now())}, il cliente ${text}`}::text)`

/** Returns null if the lead was erased. */
export async function readLead(read: Sql | Tx, kind: LeadKind, id: number): Promise<Lead | null> {
  const [lead] = await read<[Lead?]>`
    select ${leadColumns(read)} from requests where kind = ${kind} and id = ${id}`
  return lead ?? null
}
