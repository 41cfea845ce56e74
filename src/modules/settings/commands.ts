import { audit } from '../../audit.ts'
import { handle } from '../../message.ts'
import { emit } from '../../outbox.ts'
import { refuseStale } from '../../refused.ts'
import {
  companyChanged,
  RecordConsent,
  SaveCompanySettings,
  SaveSiteSettings,
  siteModeChanged,
} from './contract.ts'
import { defaultSiteMode } from './defaults.ts'

export const saveCompanySettings = handle(SaveCompanySettings, async (tx, input, caller) => {
  const [before] = await tx<[{ updatedAt: Date }?]>`
    select company_name, vat_number, rea, phone, email, leads_email, address, city, cap, updated_at
    from company_settings for update`
  refuseStale(before?.updatedAt, input.updatedAt)
  const leadsEmail = input.leadsEmail
    .split(',')
    .map((one) => one.trim())
    .join(', ')
  const [after] = await tx<[{ updatedAt: Date }]>`
    insert into company_settings (company_name, vat_number, rea, phone, email, leads_email, address, city, cap)
    values (${input.companyName}, ${input.vatNumber}, ${input.rea ?? null}, ${input.phone}, ${input.email},
      ${leadsEmail}, ${input.address ?? null}, ${input.city ?? null}, ${input.cap ?? null})
    on conflict (id) do update set company_name = excluded.company_name, vat_number = excluded.vat_number,
      rea = excluded.rea, phone = excluded.phone, email = excluded.email, leads_email = excluded.leads_email,
      address = excluded.address, city = excluded.city, cap = excluded.cap, updated_at = now()
    returning updated_at`
  await audit(tx, caller, 'settings:companyChanged', 'company_settings', before ?? null, input)
  await emit(tx, companyChanged, {})
  const { address = null, city = null, cap = null, rea = null } = input
  return {
    ...input,
    leadsEmail,
    rea: rea ?? '',
    address: address ?? '',
    city: city ?? '',
    cap: cap ?? '',
    fullAddress: address && cap && city ? `${address}, ${cap} ${city}` : '',
    updatedAt: after.updatedAt.toISOString(),
  }
})

export const saveSiteSettings = handle(SaveSiteSettings, async (tx, input, caller) => {
  const [before] = await tx<[{ isLive: boolean; message: string; updatedAt: Date }?]>`
    select is_live, under_construction_message as message, updated_at from site_settings for update`
  refuseStale(before?.updatedAt, input.updatedAt)
  const message = input.underConstructionMessage ?? before?.message ?? ''
  const [after] = await tx<[{ updatedAt: Date }]>`
    insert into site_settings (is_live, under_construction_message) values (${input.isLive}, ${message})
    on conflict (id) do update set is_live = excluded.is_live,
      under_construction_message = excluded.under_construction_message, updated_at = now()
    returning updated_at`
  await audit(tx, caller, 'settings:siteModeChanged', 'site_settings', before ?? null, input)
  await emit(tx, siteModeChanged, { isLive: input.isLive })
  return {
    isLive: input.isLive,
    underConstructionMessage: message,
    message: message || defaultSiteMode.message,
    updatedAt: after.updatedAt.toISOString(),
  }
})

export const recordConsent = handle(RecordConsent, async (tx, { version, analytics, marketing }) => {
  await tx`insert into consent_log (version, analytics, marketing) values (${version}, ${analytics}, ${marketing})`
  return {}
})
