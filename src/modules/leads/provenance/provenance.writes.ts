import { addressOf } from '../../../languages/addresses.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { localPath } from '../../../languages/paths.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { LeadKind } from '../lead/contract.ts'
import type { LeadProvenance, SentProvenance } from './contract.ts'

interface QuotedPrice {
  price: string | null
  priceSource: 'chosen' | 'estimated' | null
}

/** Stores the provenance and the price of a lead. */
export async function storeProvenance(
  tx: Tx,
  kind: LeadKind,
  leadId: number,
  row: ProvenanceRow,
  { price, priceSource }: QuotedPrice,
): Promise<void> {
  const priced = { price, price_source: priceSource }
  await tx`insert into lead_provenance ${tx({ lead_kind: kind, lead_id: leadId, ...row, ...priced })}`
}

export type ProvenanceRow = Partial<ReturnType<typeof provenanceRow>>

/** Replaces invalid values, and values that may be personal data, by null. */
export function provenanceRow(sent: SentProvenance = {}) {
  return {
    landing_path: pathOf(sent.landing),
    referrer_host: hostOf(sent.referrer),
    utm_source: markOf(sent.utmSource),
    utm_medium: markOf(sent.utmMedium),
    utm_campaign: markOf(sent.utmCampaign),
    click_kind: sent.click?.match(/^(gclid|gbraid|wbraid)$/)?.[0] ?? null,
    is_across_visits: sent.isAcrossVisits ?? false,
  }
}

export async function setPrice(
  tx: Tx,
  kind: LeadKind,
  leadId: number,
  { price, priceSource }: QuotedPrice | { price: string; priceSource: 'agreed' },
): Promise<void> {
  await tx`
    insert into lead_provenance (lead_kind, lead_id, price, price_source)
    values (${kind}, ${leadId}, ${price}, ${priceSource})
    on conflict (lead_kind, lead_id) do update set price = excluded.price, price_source = excluded.price_source`
}

/** Returns null for a path such as `//example.com`, which leads to another site. Drops a status page token. */
function pathOf(text = ''): string | null {
  const asked = addressOf(text)
  const isStatus = /^\/richiesta\/.+/.test(asked.path)
  const path = isStatus ? localPath(languageWith(asked.lang).t, '/richiesta/') : text
  return /^\/(?!\/)[a-z0-9/-]{0,199}$/.test(path) ? path : null
}

function hostOf(text = ''): string | null {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text) && text.length <= 120 ? text : null
}

/** Returns null for a text that could be an e-mail address or a phone number. */
function markOf(text = ''): string | null {
  const mark = text.trim()
  return /^[\p{L}\p{N} ._+|-]{1,80}$/u.test(mark) && !/(\d[ ._+-]*){7}/.test(mark) ? mark : null
}

/** The query must join `lead_provenance` as `p`. Older leads have no row in this table. */
export function sourceOf(sql: Sql) {
  return sql`
    case when p.click_kind is not null then 'Google Ads'
      when p.utm_source is not null then concat_ws(' / ', p.utm_source, p.utm_medium)
      when p.referrer_host is not null then p.referrer_host
      when leads.form_source = 'telefono' then 'Telefono'
      when leads.form_source = 'whatsapp' and p.landing_path is null then 'WhatsApp'
      when p.landing_path is not null then 'Diretto'
      else 'Non nota' end`
}

export async function provenanceOf(read: Sql, kind: LeadKind, id: number): Promise<LeadProvenance | null> {
  const [row] = await read<[LeadProvenance?]>`
    select p.landing_path, ${sourceOf(read)} as source, p.utm_campaign as campaign, p.is_across_visits
    from leads join lead_provenance p on p.lead_kind = leads.kind and p.lead_id = leads.id
    where leads.kind = ${kind} and leads.id = ${id}
      and coalesce(p.landing_path, p.referrer_host, p.utm_source, p.click_kind) is not null`
  return row ?? null
}
