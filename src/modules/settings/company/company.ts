import { audit, told } from '../../../kernel/audit.ts'
import { restoredTable } from '../../../kernel/bulkActList.ts'
import { problems } from '../../../kernel/check.ts'
import { edit } from '../../../kernel/edit.ts'
import { Email } from '../../../kernel/field.ts'
import { type FieldError, HttpError } from '../../../kernel/httpError.ts'
import { answer, type Caller } from '../../../kernel/message.ts'
import { readPhone } from '../../../kernel/phone.ts'
import { romanYear } from '../../../kernel/romanDay.ts'
import type { Tx } from '../../../platform/db.ts'
import {
  type CompanySettings,
  companyChanged,
  ReadCompanySettings,
  SaveCompanySettings,
  type Service,
  type StoredCompany,
} from './contract.ts'
import { type CompanyRow, companyOf, findCompany, messagesOf, serviceOf } from './stored.queries.ts'

/** Reads the table, because the form must not show cached settings. */
export const readCompanySettings = answer(ReadCompanySettings, async (read) =>
  storedOf(await findCompany(read)),
)

export const saveCompanySettings = edit(
  SaveCompanySettings,
  { table: 'company_settings', find: findCompany },
  async (tx, input, caller, before, { clock }) => {
    const columns = columnsOf(input, serviceOf(before), romanYear(clock.now()))
    await tx`
    insert into company_settings ${tx(columns)}
    on conflict (id) do update set ${tx(columns)}, updated_at = now()`
    const after = storedOf(await findCompany(tx))
    await announce(tx, caller, before, after)
    return after
  },
)

async function announce(
  tx: Tx,
  caller: Caller,
  before: CompanyRow | null | undefined,
  after: ReturnType<typeof storedOf>,
): Promise<void> {
  const was = before ? recordOf(storedOf(before)) : null
  await audit(tx, caller, told(companyChanged, {}), 'company_settings', was, recordOf(after))
}

restoredTable<CompanyRow>('company_settings', {
  read: async (tx) => (await findCompany(tx)) ?? null,
  announce: (tx, before, after, caller) => announce(tx, caller, before, storedOf(after ?? undefined)),
})

/** Leaves out the testimonials: the audit log is never deleted, but a quoted customer may ask for erasure. */
function recordOf({ testimonials, ...stored }: ReturnType<typeof storedOf>): object {
  return { ...stored, testimonials: testimonials.length }
}

/** Returns the columns of the sent fields. Throws HttpError 422 for faults that the schema cannot find. */
function columnsOf(
  { updatedAt: _, ...form }: CompanySettings & { updatedAt?: string },
  stored: Service,
  thisYear: number,
) {
  const errors: FieldError[] = []
  const leadsEmail = form.leadsEmail.split(',').map((one) => one.trim())
  const wrong = leadsEmail.filter((one) => problems(Email(), one).length > 0)
  if (wrong.length > 0)
    errors.push({
      path: 'leadsEmail',
      message: `Indirizzo non valido: ${wrong.map((one) => one || '(vuoto)').join(', ')}`,
    })
  const whatsapp = readPhone(form.whatsappPhone ?? '')
  for (const field of ['phone', 'whatsappPhone'] as const)
    if (form[field] && !readPhone(form[field]))
      errors.push({ path: field, message: 'Inserisci un numero di telefono valido' })
  if (form.openingFrom && form.openingTo && form.openingFrom >= form.openingTo)
    errors.push({ path: 'openingTo', message: 'La chiusura deve venire dopo l’apertura' })
  if (form.ratingValue && !form.ratingSource)
    errors.push({ path: 'ratingSource', message: 'Indica da dove viene il voto' })
  if (form.inBusinessSince && form.inBusinessSince > thisYear)
    errors.push({ path: 'inBusinessSince', message: 'Questo anno deve ancora venire' })
  const licence = form.licenceNumber === undefined ? stored.licenceNumber : form.licenceNumber
  if (form.licenceMunicipality && !licence)
    errors.push({ path: 'licenceNumber', message: 'Indica il numero della licenza' })
  const payments = (['takesCard', 'takesCash', 'takesTransfer', 'takesPaypal'] as const).map(
    (way) => form[way] ?? stored[way],
  )
  if (!payments.includes(true)) errors.push({ path: 'takesCard', message: 'Scegli almeno un modo di pagare' })
  if (errors[0]) throw new HttpError(422, errors[0].message, { errors })
  const columns = {
    company_name: form.companyName,
    vat_number: form.vatNumber,
    rea: form.rea || null,
    phone: form.phone,
    email: form.email,
    leads_email: leadsEmail.join(', '),
    address: form.address || null,
    city: form.city || null,
    cap: form.cap || null,
    whatsapp_phone: form.whatsappPhone === undefined ? undefined : (whatsapp?.e164 ?? null),
    opening_from: form.openingFrom,
    opening_to: form.openingTo,
    return_discount_percent: form.returnDiscountPercent,
    licence_number: nothingToNull(form.licenceNumber),
    licence_municipality: nothingToNull(form.licenceMunicipality),
    in_business_since: form.inBusinessSince,
    insurance: nothingToNull(form.insurance),
    languages: nothingToNull(form.languages),
    takes_card: form.takesCard,
    takes_cash: form.takesCash,
    takes_transfer: form.takesTransfer,
    takes_paypal: form.takesPaypal,
    waiting_minutes: form.waitingMinutes,
    waiting_fee: form.waitingFee,
    refund_hours: form.refundHours,
    change_hours: form.changeHours,
    is_phone_always_on: form.isPhoneAlwaysOn,
    has_night_rides: form.hasNightRides,
    sends_confirmation: form.sendsConfirmation,
    sends_driver: form.sendsDriver,
    sends_gaps: form.sendsGaps,
    sends_review_request: form.sendsReviewRequest,
    facebook_url: nothingToNull(form.facebookUrl),
    instagram_url: nothingToNull(form.instagramUrl),
    tripadvisor_url: nothingToNull(form.tripadvisorUrl),
    google_url: nothingToNull(form.googleUrl),
    rating_value: nothingToNull(form.ratingValue)?.replace('.', ','),
    rating_count: form.ratingCount,
    rating_source: nothingToNull(form.ratingSource),
    are_reviews_verified: form.areReviewsVerified,
    testimonials: form.testimonials,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** Returns null for empty text. Undefined stays undefined, so that an omitted field keeps its value. */
function nothingToNull(text: string | null | undefined): string | null | undefined {
  return text === undefined ? undefined : text || null
}

function storedOf(row: CompanyRow | undefined): StoredCompany {
  const { whatsappPhone, facebookUrl, instagramUrl, tripadvisorUrl, googleUrl, ratingValue, ratingSource } =
    row ?? {}
  return {
    ...companyOf(row),
    ...serviceOf(row),
    ...messagesOf(row),
    whatsappPhone: whatsappPhone ?? '',
    openingFrom: row?.openingFrom ?? '06:00',
    openingTo: row?.openingTo ?? '24:00',
    returnDiscountPercent: row?.returnDiscountPercent ?? 0,
    facebookUrl: facebookUrl ?? '',
    instagramUrl: instagramUrl ?? '',
    tripadvisorUrl: tripadvisorUrl ?? '',
    googleUrl: googleUrl ?? '',
    ratingValue: ratingValue ?? '',
    ratingCount: row?.ratingCount ?? null,
    ratingSource: ratingSource ?? '',
    areReviewsVerified: row?.areReviewsVerified ?? false,
    testimonials: row?.testimonials ?? [],
    updatedAt: (row?.updatedAt ?? new Date(0)).toISOString(),
  }
}
