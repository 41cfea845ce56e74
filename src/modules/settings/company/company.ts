import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { audit } from '../../../kernel/audit.ts'
import { problems } from '../../../kernel/check.ts'
import { edit } from '../../../kernel/edit.ts'
import { Email } from '../../../kernel/field.ts'
import { answer } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { type FieldError, Refused } from '../../../kernel/refused.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { defaultCompany } from '../defaults.ts'
import {
  type Claims,
  type Company,
  type CompanySettings,
  companyChanged,
  type Operator,
  ReadCompanySettings,
  SaveCompanySettings,
  type StoredCompany,
  type Testimonial,
} from './contract.ts'

export interface CompanyRow {
  companyName: string
  vatNumber: string
  rea: string | null
  phone: string
  email: string
  leadsEmail: string
  address: string | null
  city: string | null
  cap: string | null
  whatsappPhone: string | null
  openingFrom: string
  openingTo: string
  returnDiscountPercent: number
  facebookUrl: string | null
  instagramUrl: string | null
  tripadvisorUrl: string | null
  googleUrl: string | null
  ratingValue: string | null
  ratingCount: number | null
  ratingSource: string | null
  areReviewsVerified: boolean
  testimonials: Testimonial[]
  updatedAt: Date
}

/** The stored row; none before the first save. */
export async function findCompany(sql: Sql | Tx): Promise<CompanyRow | undefined> {
  const [row] = await sql<[CompanyRow?]>`
    select company_name, vat_number, rea, phone, email, leads_email, address, city, cap, whatsapp_phone,
      opening_from, opening_to, return_discount_percent, facebook_url, instagram_url, tripadvisor_url, google_url,
      rating_value, rating_count, rating_source, are_reviews_verified, testimonials, updated_at
    from company_settings`
  return row
}

/** Stored values, with the built-in ones where nothing is stored (public-site.md section 3). */
export function companyOf(row: CompanyRow | undefined): Company {
  const address = row?.address ?? ''
  const cap = row?.cap ?? ''
  const city = row?.city ?? ''
  return {
    companyName: row?.companyName || defaultCompany.companyName,
    phone: row?.phone || defaultCompany.phone,
    email: row?.email || defaultCompany.email,
    leadsEmail: row?.leadsEmail || defaultCompany.leadsEmail,
    vatNumber: row?.vatNumber || defaultCompany.vatNumber,
    rea: row?.rea ?? '',
    address,
    city,
    cap,
    fullAddress: address && cap && city ? `${address}, ${cap} ${city}` : '',
  }
}

/** Requests may go to several desks; visitors need one, and the others stay with the staff. */
export function firstAddress(leadsEmail: string): string {
  return leadsEmail.split(/\s*,\s*/)[0] ?? ''
}

export function operatorOf(row: CompanyRow | undefined): Operator {
  const company = companyOf(row)
  const socials = [
    ['Facebook', row?.facebookUrl],
    ['Instagram', row?.instagramUrl],
    ['Tripadvisor', row?.tripadvisorUrl],
    ['Google', row?.googleUrl],
  ]
  return {
    ...company,
    leadsEmail: firstAddress(company.leadsEmail),
    whatsappPhone: row?.whatsappPhone || company.phone,
    openingFrom: row?.openingFrom ?? '06:00',
    openingTo: row?.openingTo ?? '24:00',
    socials: socials.flatMap(([name, url]) => (name && url ? [{ name, url }] : [])),
  }
}

/** A rating without its source is not shown: nobody could check it. */
export function claimsOf(row: CompanyRow | undefined): Claims {
  const { ratingValue, ratingSource, ratingCount = null, areReviewsVerified = false } = row ?? {}
  return {
    rating:
      ratingValue && ratingSource
        ? { value: ratingValue, count: ratingCount, source: ratingSource, isVerified: areReviewsVerified }
        : null,
    testimonials: row?.testimonials ?? [],
  }
}

/** For the form: read from the table, so that it is never a moment behind. */
export const readCompanySettings = answer(ReadCompanySettings, async (read) =>
  storedOf(await findCompany(read)),
)

export const saveCompanySettings = edit(
  SaveCompanySettings,
  { table: 'company_settings', find: findCompany },
  async (tx, input, caller, before) => {
    const columns = columnsOf(input)
    await tx`
    insert into company_settings ${tx(columns)}
    on conflict (id) do update set ${tx(columns)}, updated_at = now()`
    const after = storedOf(await findCompany(tx))
    await audit(
      tx,
      caller,
      'settings:companyChanged',
      'company_settings',
      before ? recordOf(storedOf(before)) : null,
      recordOf(after),
    )
    await emit(tx, companyChanged, {})
    return after
  },
)

/** For the log of changes, which nobody deletes: customers who are quoted may want to be forgotten. */
function recordOf({ testimonials, ...stored }: ReturnType<typeof storedOf>): object {
  return { ...stored, testimonials: testimonials.length }
}

/** The columns that the form sets; what it left out stays. Throws Refused 422 for what no schema can tell. */
function columnsOf({ updatedAt: _, ...form }: CompanySettings & { updatedAt?: string }) {
  const errors: FieldError[] = []
  const leadsEmail = form.leadsEmail.split(',').map((one) => one.trim())
  const wrong = leadsEmail.filter((one) => problems(Email(), one).length > 0)
  if (wrong.length > 0)
    errors.push({
      path: 'leadsEmail',
      message: `Indirizzo non valido: ${wrong.map((one) => one || '(vuoto)').join(', ')}`,
    })
  const whatsapp = form.whatsappPhone ? parsePhoneNumberFromString(form.whatsappPhone, 'IT') : undefined
  if (form.whatsappPhone && !whatsapp?.isPossible())
    errors.push({ path: 'whatsappPhone', message: 'Inserisci un numero di telefono valido' })
  if (form.openingFrom && form.openingTo && form.openingFrom >= form.openingTo)
    errors.push({ path: 'openingTo', message: 'La chiusura deve venire dopo l’apertura' })
  if (form.ratingValue && !form.ratingSource)
    errors.push({ path: 'ratingSource', message: 'Indica da dove viene il voto' })
  if (errors[0]) throw new Refused(422, errors[0].message, { errors })
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
    whatsapp_phone: form.whatsappPhone === undefined ? undefined : (whatsapp?.number ?? null),
    opening_from: form.openingFrom,
    opening_to: form.openingTo,
    return_discount_percent: form.returnDiscountPercent,
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

/** Left out stays undefined; emptied becomes null. */
function nothingToNull(text: string | null | undefined): string | null | undefined {
  return text === undefined ? undefined : text || null
}

function storedOf(row: CompanyRow | undefined): StoredCompany {
  const { whatsappPhone, facebookUrl, instagramUrl, tripadvisorUrl, googleUrl, ratingValue, ratingSource } =
    row ?? {}
  return {
    ...companyOf(row),
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
