import { answer } from '../../../kernel/message.ts'
import { readModel } from '../../../kernel/readModel.ts'
import { italian } from '../../../languages/catalogs.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { ReadMcpAccess, ReadSiteMode, ReadSiteSettings, type SiteMode } from './contract.ts'

/** Mode until staff store one. */
export const defaultSiteMode: SiteMode = {
  isLive: true,
  message: italian('closed.message'),
}

const settings = readModel(['site_settings'], async (read) => {
  const [site] = await read<[{ isLive: boolean; message: string; isMcpOn: boolean }?]>`
    select is_live, under_construction_message as message, is_mcp_on from site_settings`
  return {
    site: site ? { isLive: site.isLive, message: site.message || defaultSiteMode.message } : defaultSiteMode,
    isMcpOn: site?.isMcpOn ?? false,
  }
})

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
