import { audit } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { refusal } from '../../../kernel/httpError.ts'
import { type Caller, handle } from '../../../kernel/message.ts'
import { skippedTime } from '../../../kernel/moment.ts'
import { emit } from '../../../kernel/outbox.ts'
import { readPhone, withPrefix } from '../../../kernel/phone.ts'
import { lacksPrefix } from '../../../kernel/phonePrefix.ts'
import { isDay, romanToday } from '../../../kernel/romanDay.ts'
import { officeLanguage } from '../../../languages/office.ts'
import { jsonb, type Tx } from '../../../platform/db.ts'
import { amountCents, priceFault, priceTextOrNull } from '../../catalog/prices/cents.contract.ts'
import { openingHours } from '../../settings/company/company.queries.ts'
import { staffNames } from '../../settings/staff/names.queries.ts'
import type { Asked } from '../lead/askedFields.contract.ts'
import type { LeadKind } from '../lead/contract.ts'
import type { StoredFare } from '../lead/fare.contract.ts'
import { changeRides, rideRows, storeRides } from '../lead/rides.writes.ts'
import { subjectOf } from '../lead/subject.contract.ts'
import { setPrice, storeProvenance } from '../provenance/provenance.writes.ts'
import { flightOrTrainOf } from '../requests/flight.contract.ts'
import { positionMessage, positionOf } from '../requests/position.contract.ts'
import { quotedPriceOf, quoteOf } from '../requests/quote.queries.ts'
import { takeTap } from '../taps/taps.writes.ts'
import {
  AddPhoneLead,
  ChangeAvailabilityRequest,
  ChangeBooking,
  ChangeContact,
  type ChangedLead,
  type LeadChange,
  leadChanged,
  leadRead,
  MarkRead,
  phoneLeadAdded,
  rideChanged,
} from './contract.ts'
import { changedLead, findStaffLead, type StaffLead } from './leads.queries.ts'
import { endWait } from './wait.writes.ts'

// Commands of staff on a lead. They write no personal data into the audit log, which is never deleted.

export const changeAvailabilityRequest = edit(
  ChangeAvailabilityRequest,
  edited('availability_request'),
  (tx, change, caller, before) => changeLead(tx, 'availability_request', change, caller, before),
)
export const changeBooking = edit(ChangeBooking, edited('booking'), (tx, change, caller, before) =>
  changeLead(tx, 'booking', change, caller, before),
)
export const changeContact = edit(ChangeContact, edited('contact'), (tx, change, caller, before) =>
  changeLead(tx, 'contact', change, caller, before),
)

function edited(kind: LeadKind) {
  return { table: 'leads', fixed: { kind }, find: (tx: Tx, id: number) => findStaffLead(tx, kind, id) }
}

async function changeLead(
  tx: Tx,
  kind: LeadKind,
  { id, updatedAt: _, price: typed, ...change }: LeadChange,
  caller: Caller,
  before: StaffLead,
): Promise<ChangedLead> {
  const columns: Record<string, string | number | null> = columnsOf(change)
  const asked = askedOf(change)
  // A number without a prefix stays Italian although the customer reads another language.
  if (change.language && !lacksPrefix(before.phone, before.language))
    columns.phone = withPrefix(before.phone, change.language)
  const sent = agreedPrice(typed)
  const isConfirmed = change.status === 'confermata' && before.status !== 'confermata'
  // A caller may send back the price that it has read. Only with a confirmation does the same price become the agreed one.
  const price = isSamePrice(sent, before.price) && !isConfirmed ? undefined : sent
  await refuseUnfit(tx, kind, { ...asked, owner: change.assignedTo })
  refuseSkipped({ ...before, ...change }, before)
  if (price !== undefined) await setPrice(tx, kind, id, await sellingPrice(tx, kind, id, price))
  const hasAsked = Object.keys(asked).length > 0
  if (hasAsked) await changeRides(tx, { kind, id }, asked)
  if (hasAsked || Object.keys(columns).length > 0 || price !== undefined)
    await tx`
      update leads set ${tx({ status: before.status, ...columns })}, updated_at = clock_timestamp(),
        read_at = coalesce(read_at, now()),
        answered_at = coalesce(answered_at, case when ${columns.status ?? 'nuova'} <> 'nuova' then now() end)
      where kind = ${kind} and id = ${id}`
  if (columns.status && columns.status !== before.status) await endWait(tx, kind, id)
  const after = await findStaffLead(tx, kind, id)
  await announceRide(tx, before, after)
  await audit(tx, caller, leadChanged, subjectOf(kind, id), impersonal(before), {
    ...impersonal(after),
    ...(before.notes === after.notes ? {} : { notesChanged: true }),
  })
  return changedLead(after, await openingHours(tx))
}

export async function announceRide(tx: Tx, before: StaffLead, after: StaffLead): Promise<void> {
  const { kind, id } = after
  const isMoved = (['date', 'time', 'returnDate', 'returnTime'] as const).some(
    (field) => before[field] !== after[field],
  )
  const wasConfirmed = before.status === 'confermata'
  const isConfirmed = after.status === 'confermata'
  const isReaddressed = before.address !== after.address
  if (wasConfirmed !== isConfirmed || (isConfirmed && (isMoved || isReaddressed)))
    await emit(tx, rideChanged, { kind, leadId: id, isMoved, isReaddressed })
}

const isSamePrice = (sent: string | null | undefined, known: string | null) =>
  Boolean(sent) && known !== null && Number(sent) === Number(known)

/** Returns euro as text; null for an empty price. Throws HttpError 422 for a price that cannot be read. */
function agreedPrice(typed: LeadChange['price']): string | null | undefined {
  if (typed === undefined) return undefined
  const cents = amountCents(typed)
  if (cents === undefined) throw refusal('price', priceFault(typed))
  return priceTextOrNull(cents)
}

async function sellingPrice(tx: Tx, kind: LeadKind, id: number, typed: string | null) {
  if (typed) return { price: typed, priceSource: 'agreed' as const }
  const [row] = await tx<[{ fare: StoredFare | null }?]>`
    select fare from leads where kind = ${kind} and id = ${id}`
  return row?.fare ? quotedPriceOf(row.fare) : { price: null, priceSource: null }
}

/** Writes no audit row and keeps `updated_at`, because reading is no change of the lead. */
export const markRead = handle(MarkRead, async (tx, { kind, id }) => {
  await findStaffLead(tx, kind, id)
  const { count } = await tx`
    update leads set read_at = now() where kind = ${kind} and id = ${id} and read_at is null`
  if (count > 0) await emit(tx, leadRead, { kind, leadId: id })
  return {}
})

export const addPhoneLead = handle(AddPhoneLead, async (tx, lead, caller, context) => {
  const { name, email, departure, destination, passengers, language = officeLanguage } = lead
  const phone = withPrefix(lead.phone, language)
  const isTrip = Boolean(departure || destination)
  if (isTrip) {
    if (!departure) throw refusal('departure', 'Inserisci la partenza')
    if (!destination) throw refusal('destination', 'Inserisci la destinazione')
    if (!passengers) throw refusal('passengers', 'Indica il numero di passeggeri')
  }
  if (lead.date && !isDay(lead.date)) throw refusal('date', 'Indica una data valida')
  refuseSkipped(lead)
  const kind: LeadKind = isTrip ? 'availability_request' : 'contact'
  const provenance = lead.tapCode ? await takeTap(tx, lead.tapCode) : null
  if (lead.tapCode && !provenance) throw refusal('tapCode', 'Nessun messaggio WhatsApp con questo codice.')
  const via = provenance ? 'whatsapp' : 'call'
  const trip = {
    departure: departure || null,
    destination: destination || null,
    passengers: passengers || null,
    date: lead.date || null,
    time: lead.time || null,
    flightOrTrain: lead.flightOrTrain ? flightOrTrainOf(lead.flightOrTrain) : null,
    luggage: lead.luggage || null,
  }
  const asked: Partial<Asked> = {
    ...(isTrip ? trip : {}),
    address: lead.address || null,
    position: storedPosition(lead.position ?? '') || null,
  }
  const quoted = await quoteOf(tx, lead, romanToday(context))
  const now = context.clock.now()
  const [{ id }] = await tx<[{ id: number }]>`
    insert into leads ${tx({
      kind,
      name,
      phone,
      phone_key: readPhone(phone, language)?.e164 ?? null,
      email: email || null,
      quote: quoted.quote,
      quote_source: quoted.quoteSource,
      fare: jsonb(tx, quoted.fare),
      message: lead.message || null,
      language,
      ...(lead.tapCode ? { code: lead.tapCode } : {}),
      form_source: provenance ? 'whatsapp' : 'telefono',
      status: 'contattata',
      assigned_to: caller.admin?.id ?? null,
      read_at: now,
      answered_at: now,
      answered_via: via,
    })} returning id`
  await storeRides(tx, { kind, id }, rideRows(asked, false))
  await storeProvenance(tx, kind, id, provenance ?? {}, quoted)
  await audit(tx, caller, phoneLeadAdded, subjectOf(kind, id), null, { status: 'contattata' })
  return changedLead(await findStaffLead(tx, kind, id), await openingHours(tx))
})

type Change = Omit<LeadChange, 'id' | 'updatedAt' | 'price'>

/** Returns columns only for the fields that the caller sent. Empty text becomes null. */
function columnsOf(change: Change): Record<string, string | number | null> {
  const columns = {
    status: change.status,
    assigned_to: change.assignedTo,
    notes: change.notes,
    due_at: change.dueAt,
    language: change.language,
  }
  return withoutUndefined(columns)
}

/** Returns what the caller says of the rides. Empty text becomes null. */
const askedOf = ({ date, time, returnDate, returnTime, address, position }: Change): Partial<Asked> =>
  withoutUndefined({
    date,
    time,
    returnDate,
    returnTime,
    address,
    position: position && storedPosition(position),
  })

const withoutUndefined = <V>(fields: Record<string, V | undefined>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === '' ? null : value]],
    ),
  )

async function refuseUnfit(
  tx: Tx,
  kind: LeadKind,
  { date, time, returnDate, returnTime, owner }: When & { owner?: number | null | undefined },
): Promise<void> {
  if (kind === 'contact' && [date, time, returnDate, returnTime].some((one) => one !== undefined))
    throw refusal('date', 'Un messaggio non ha data né orario.')
  if (kind === 'booking' && time === null) throw refusal('time', 'Una prenotazione ha sempre un orario.')
  for (const [path, day] of Object.entries({ date, returnDate }))
    if (typeof day === 'string' && !isDay(day)) throw refusal(path, 'Indica una data valida')
  if (typeof owner === 'number' && !(await staffNames(tx)).some(({ id }) => id === owner))
    throw refusal('assignedTo', unknownOwner)
}

type When = Partial<Record<'date' | 'time' | 'returnDate' | 'returnTime', string | null | undefined>>

/**
 * Throws HttpError 422 for a time in the hour that summer time skips on its day. Accepts one that was stored `before`, so
 * that staff can still change the rest of the lead.
 */
function refuseSkipped(when: When, before: When = {}): void {
  for (const [day, time] of [
    ['date', 'time'],
    ['returnDate', 'returnTime'],
  ] as const) {
    const isNew = when[day] !== before[day] || when[time] !== before[time]
    const skipped = isNew && skippedTime(when[day], when[time])
    if (skipped) throw refusal(time, skipped)
  }
}

function storedPosition(text: string): string {
  const position = positionOf(text)
  if (position === null) throw refusal('position', positionMessage)
  return position
}

export const unknownOwner = 'Questo operatore non c’è più o non è attivo.'

export function impersonal(lead: StaffLead) {
  const { status, assignedTo, dueAt, date, time, returnDate, returnTime, price, priceSource } = lead
  return { status, assignedTo, dueAt, date, time, returnDate, returnTime, price, priceSource }
}
