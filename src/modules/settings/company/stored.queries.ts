import { phoneLinks } from '../../../kernel/phone.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { Claims, Company, MessageSettings, Operator, Service, Testimonial } from './contract.ts'

/** Values used until staff store others. The dashboard lists the defaults in use. */
export const defaultCompany: Pick<Company, 'companyName' | 'phone' | 'email' | 'leadsEmail'> = {
  companyName: 'Salento Transfer',
  phone: '+39 0832 000000',
  email: 'info@salento-transfer.example',
  leadsEmail: 'richieste@salento-transfer.example',
}

type Credential = 'licenceNumber' | 'licenceMunicipality' | 'insurance' | 'languages'

export interface CompanyRow
  extends Omit<Service, Credential>,
    Record<Credential, string | null>,
    MessageSettings {
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

/** Returns undefined before the first save. */
export async function findCompany(sql: Sql | Tx): Promise<CompanyRow | undefined> {
  const [row] = await sql<[CompanyRow?]>`
    select company_name, vat_number, rea, phone, email, leads_email, address, city, cap, whatsapp_phone,
      opening_from, opening_to, return_discount_percent, facebook_url, instagram_url, tripadvisor_url, google_url,
      rating_value, rating_count, rating_source, are_reviews_verified, testimonials, licence_number,
      licence_municipality, in_business_since, insurance, languages, takes_card, takes_cash, takes_transfer,
      takes_paypal, waiting_minutes, waiting_fee, refund_hours, change_hours, is_phone_always_on, has_night_rides,
      sends_confirmation, sends_driver, sends_gaps, sends_review_request, updated_at
    from company_settings`
  return row
}

/** Replaces empty stored values by defaults. */
export function companyOf(row: CompanyRow | undefined): Company {
  const address = row?.address ?? ''
  const cap = row?.cap ?? ''
  const city = row?.city ?? ''
  return {
    companyName: row?.companyName || defaultCompany.companyName,
    phone: row?.phone || defaultCompany.phone,
    email: row?.email || defaultCompany.email,
    leadsEmail: row?.leadsEmail || defaultCompany.leadsEmail,
    vatNumber: row?.vatNumber ?? '',
    rea: row?.rea ?? '',
    address,
    city,
    cap,
    fullAddress: address && cap && city ? `${address}, ${cap} ${city}` : '',
  }
}

/** Returns the stored `Service`; before the first save, the default values of the table's columns. */
export function serviceOf(row: CompanyRow | undefined): Service {
  return {
    licenceNumber: row?.licenceNumber ?? '',
    licenceMunicipality: row?.licenceMunicipality ?? '',
    inBusinessSince: row?.inBusinessSince ?? null,
    insurance: row?.insurance ?? '',
    languages: row?.languages ?? '',
    takesCard: row?.takesCard ?? true,
    takesCash: row?.takesCash ?? true,
    takesTransfer: row?.takesTransfer ?? true,
    takesPaypal: row?.takesPaypal ?? true,
    waitingMinutes: row?.waitingMinutes ?? 15,
    waitingFee: row?.waitingFee ?? 15,
    refundHours: row?.refundHours ?? 168,
    changeHours: row?.changeHours ?? 24,
    isPhoneAlwaysOn: row?.isPhoneAlwaysOn ?? true,
    hasNightRides: row?.hasNightRides ?? true,
  }
}

export function messagesOf(row: CompanyRow | undefined): MessageSettings {
  return {
    sendsConfirmation: row?.sendsConfirmation ?? true,
    sendsDriver: row?.sendsDriver ?? true,
    sendsGaps: row?.sendsGaps ?? true,
    sendsReviewRequest: row?.sendsReviewRequest ?? true,
  }
}

/** Returns the first e-mail address of the list, the only one that visitors see. */
export function firstAddress(leadsEmail: string): string {
  return leadsEmail.split(/\s*,\s*/)[0] ?? ''
}

export function operatorOf(row: CompanyRow | undefined): Operator {
  const company = companyOf(row)
  const whatsappPhone = row?.whatsappPhone || company.phone
  const socials = [
    ['Facebook', row?.facebookUrl],
    ['Instagram', row?.instagramUrl],
    ['Tripadvisor', row?.tripadvisorUrl],
    ['Google', row?.googleUrl],
  ]
  return {
    ...company,
    ...serviceOf(row),
    leadsEmail: firstAddress(company.leadsEmail),
    whatsappPhone,
    call: phoneLinks(company.phone).call,
    whatsapp: phoneLinks(whatsappPhone).whatsapp,
    openingFrom: row?.openingFrom ?? '06:00',
    openingTo: row?.openingTo ?? '24:00',
    socials: socials.flatMap(([name, url]) => (name && url ? [{ name, url }] : [])),
  }
}

/** Returns the testimonials, and the rating only if its source is stored. */
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
