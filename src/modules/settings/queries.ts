import type { Sql, Tx } from '../../db.ts'
import { answer } from '../../message.ts'
import { readModel } from '../../readModel.ts'
import type { Company, SiteMode } from './contract.ts'
import {
  ReadActiveAnalytics,
  ReadCompany,
  ReadCompanySettings,
  ReadSiteMode,
  ReadSiteSettings,
} from './contract.ts'
import { defaultCompany, defaultSiteMode } from './defaults.ts'

interface CompanyRow {
  companyName: string
  vatNumber: string
  rea: string | null
  phone: string
  email: string
  leadsEmail: string
  address: string | null
  city: string | null
  cap: string | null
  returnDiscountPercent: number
  updatedAt: Date
}

const settings = readModel(
  ['company_settings', 'site_settings', 'google_analytics_configurations'],
  async (read) => {
    const [[company], [site], [analytics]] = await Promise.all([
      read<[CompanyRow?]>`
        select company_name, vat_number, rea, phone, email, leads_email, address, city, cap, return_discount_percent,
          updated_at
        from company_settings`,
      read<[{ isLive: boolean; message: string }?]>`
        select is_live, under_construction_message as message from site_settings`,
      read<[{ isActive: boolean; measurementId: string | null }?]>`
        select is_active, measurement_id from google_analytics_configurations where is_active`,
    ])
    return {
      company: withDefaults(company),
      returnDiscountPercent: company?.returnDiscountPercent ?? 0,
      companyUpdatedAt: company?.updatedAt ?? null,
      site: site
        ? { isLive: site.isLive, message: site.message || defaultSiteMode.message }
        : defaultSiteMode,
      analytics: analytics ?? { isActive: false, measurementId: null },
    }
  },
)

/** Stored values, with the built-in ones where nothing is stored (public-site.md section 3). */
function withDefaults(row: CompanyRow | undefined): Company {
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

export async function company(read: Sql): Promise<Company> {
  return (await settings(read)).company
}

/** Off the sum of two legs that are asked for in one request. */
export async function returnDiscountPercent(read: Sql | Tx): Promise<number> {
  return (await settings(read)).returnDiscountPercent
}

export async function siteMode(read: Sql | Tx): Promise<SiteMode> {
  return (await settings(read)).site
}

export const readCompany = answer(ReadCompany, (read) => company(read))

export const readSiteMode = answer(ReadSiteMode, (read) => siteMode(read))

/** For the form: read from the table, so that it is never a moment behind. */
export const readSiteSettings = answer(ReadSiteSettings, async (read) => {
  const [row] = await read<[{ isLive: boolean; underConstructionMessage: string; updatedAt: Date }?]>`
    select is_live, under_construction_message, updated_at from site_settings`
  const {
    isLive = true,
    underConstructionMessage = defaultSiteMode.message,
    updatedAt = new Date(0),
  } = row ?? {}
  return {
    isLive,
    underConstructionMessage,
    message: underConstructionMessage || defaultSiteMode.message,
    updatedAt: updatedAt.toISOString(),
  }
})

export const readActiveAnalytics = answer(
  ReadActiveAnalytics,
  async (read) => (await settings(read)).analytics,
)

export const readCompanySettings = answer(ReadCompanySettings, async (read) => {
  const { company: operator, companyUpdatedAt } = await settings(read)
  return { ...operator, updatedAt: (companyUpdatedAt ?? new Date(0)).toISOString() }
})

/** Who of the staff can be given work. */
export async function staffNames(sql: Sql | Tx): Promise<{ id: number; username: string }[]> {
  return sql<{ id: number; username: string }[]>`
    select id, username from admin_users where is_active order by lower(username)`
}
