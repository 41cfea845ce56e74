import { minutesOf } from '../../../kernel/clockTime.ts'
import { answer } from '../../../kernel/message.ts'
import { readModel } from '../../../kernel/readModel.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { Claims, Company, MessageSettings, Operator } from '../company/contract.ts'
import { claimsOf, companyOf, findCompany, messagesOf, operatorOf } from '../company/stored.queries.ts'
import { defaultSiteMode } from '../defaults.ts'
import { ReadMcpAccess, ReadSiteMode, ReadSiteSettings, type SiteMode } from './contract.ts'

const settings = readModel(
  ['company_settings', 'site_settings', 'google_analytics_configurations'],
  async (read) => {
    const [row, [site], [analytics]] = await Promise.all([
      findCompany(read),
      read<[{ isLive: boolean; message: string; isMcpOn: boolean }?]>`
        select is_live, under_construction_message as message, is_mcp_on from site_settings`,
      read<[{ isActive: boolean; measurementId: string | null }?]>`
        select is_active, measurement_id from google_analytics_configurations where is_active`,
    ])
    return {
      company: companyOf(row),
      operator: operatorOf(row),
      claims: claimsOf(row),
      messages: messagesOf(row),
      returnDiscountPercent: row?.returnDiscountPercent ?? 0,
      site: site
        ? { isLive: site.isLive, message: site.message || defaultSiteMode.message }
        : defaultSiteMode,
      isMcpOn: site?.isMcpOn ?? false,
      analytics: analytics ?? { isActive: false, measurementId: null },
    }
  },
)

export async function company(read: Sql): Promise<Company> {
  return (await settings(read)).company
}

export async function operator(read: Sql): Promise<Operator> {
  return (await settings(read)).operator
}

/** Returns opening hours in minutes since midnight in Rome; 1440 is the following midnight. */
export async function openingHours(read: Sql | Tx): Promise<{ from: number; to: number }> {
  const { openingFrom, openingTo } = (await settings(read)).operator
  return { from: minutesOf(openingFrom), to: minutesOf(openingTo) }
}

export async function messageSettings(read: Sql | Tx): Promise<MessageSettings> {
  return (await settings(read)).messages
}

export async function claims(read: Sql): Promise<Claims> {
  return (await settings(read)).claims
}

/** Returns the discount in percent for a return trip booked in one lead. */
export async function returnDiscountPercent(read: Sql | Tx): Promise<number> {
  return (await settings(read)).returnDiscountPercent
}

export async function siteMode(read: Sql | Tx): Promise<SiteMode> {
  return (await settings(read)).site
}

export const readSiteMode = answer(ReadSiteMode, (read) => siteMode(read))

export const readMcpAccess = answer(ReadMcpAccess, async (read) => {
  const { site, isMcpOn } = await settings(read)
  return { isLive: site.isLive, isMcpOn }
})

/** Reads the table, because the form must not show cached settings. */
export const readSiteSettings = answer(ReadSiteSettings, async (read) => {
  type Row = { isLive: boolean; underConstructionMessage: string; isMcpOn: boolean; updatedAt: Date }
  const [row] = await read<[Row?]>`
    select is_live, under_construction_message, is_mcp_on, updated_at from site_settings`
  const {
    isLive = true,
    underConstructionMessage = defaultSiteMode.message,
    isMcpOn = false,
    updatedAt = new Date(0),
  } = row ?? {}
  return {
    isLive,
    underConstructionMessage,
    message: underConstructionMessage || defaultSiteMode.message,
    isMcpOn,
    updatedAt: updatedAt.toISOString(),
  }
})

export async function activeAnalytics(read: Sql) {
  return (await settings(read)).analytics
}
