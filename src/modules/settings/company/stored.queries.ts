import type { Sql, Tx } from '../../../platform/db.ts'
import { defaultCompany } from '../defaults.ts'
import type { Claims, Company, Operator, Testimonial } from './contract.ts'

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

/** Returns undefined before the first save. */
export async function findCompany(sql: Sql | Tx): Promise<CompanyRow | undefined> {
  const [row] = await sql<[CompanyRow?]>`
    select company_name, vat_number, rea, phone, email, leads_email, address, city, cap, whatsapp_phone,
      opening_from, opening_to, return_discount_percent, facebook_url, instagram_url, tripadvisor_url, google_url,
      rating_value, rating_count, rating_source, are_reviews_verified, testimonials, updated_at
    from company_settings`
  return row
}

/** Returns the stored values, with defaults instead of empty ones. */
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

/** Returns the only e-mail address of the staff that visitors see. */
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

/** Omits a rating without a source, because visitors could not check it. */
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
