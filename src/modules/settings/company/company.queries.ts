import { minutesOf } from '../../../kernel/clockTime.ts'
import { answer } from '../../../kernel/message.ts'
import { readModel } from '../../../kernel/readModel.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import {
  type Claims,
  type Company,
  type MessageSettings,
  type Operator,
  ReadCompany,
  ReadServiceRules,
} from './contract.ts'
import {
  changeRule,
  hoursRule,
  insuranceWords,
  languageWords,
  licenceWords,
  nightRule,
  paymentRule,
  refundRule,
  sinceWords,
  waitingFeeRule,
  waitingRule,
} from './sentences.contract.ts'
import {
  claimsOf,
  companyOf,
  defaultCompany,
  findCompany,
  firstAddress,
  messagesOf,
  operatorOf,
} from './stored.queries.ts'

const settings = readModel(['company_settings'], async (read) => {
  const row = await findCompany(read)
  return {
    company: companyOf(row),
    operator: operatorOf(row),
    claims: claimsOf(row),
    messages: messagesOf(row),
    returnDiscountPercent: row?.returnDiscountPercent ?? 0,
  }
})

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

export const readCompany = answer(ReadCompany, async (read) => {
  const known = await company(read)
  return { ...known, leadsEmail: firstAddress(known.leadsEmail) }
})

export const readServiceRules = answer(ReadServiceRules, async (read, { lang }) => {
  const { t } = languageWith(lang)
  const known = await operator(read)
  const { companyName, phone, whatsappPhone, email, fullAddress: address } = known
  return {
    waiting: waitingRule(t, known),
    waitingFee: waitingFeeRule(t, known),
    night: nightRule(t, known),
    refund: refundRule(t, known),
    change: changeRule(t, known),
    payment: paymentRule(t, known),
    delays: t('rule.late'),
    openingHours: hoursRule(t, known),
    operator: {
      companyName,
      licence: licenceWords(t, known),
      inBusiness: sinceWords(t, known),
      insurance: insuranceWords(t, known),
      languages: languageWords(t, known),
      phone,
      whatsappPhone,
      email,
      address,
    },
  }
})

const labels = {
  companyName: 'Nome azienda',
  vatNumber: 'Partita IVA',
  phone: 'Telefono',
  email: 'Email',
  leadsEmail: 'Email per le richieste',
  rea: 'REA',
  address: 'Indirizzo',
  cap: 'CAP',
  city: 'Città',
  licenceNumber: 'Licenza NCC',
} as const

type Field = keyof typeof labels

const builtIn: Partial<Record<Field, string>> = defaultCompany

/** Pages omit the `missing` fields and show a built-in value for `defaults`. */
export async function companyGaps(read: Sql): Promise<{ missing: string[]; defaults: string[] }> {
  const [row] = await read<[Record<Field, string | null>?]>`
    select company_name, vat_number, phone, email, leads_email, rea, address, cap, city, licence_number
    from company_settings`
  const empty = (Object.keys(labels) as Field[]).filter((field) => !row?.[field])
  const shown = (Object.keys(labels) as Field[]).filter(
    (field) => builtIn[field] && (!row?.[field] || row[field] === builtIn[field]),
  )
  return {
    missing: empty.filter((field) => !shown.includes(field)).map((field) => labels[field]),
    defaults: shown.map((field) => labels[field]),
  }
}
