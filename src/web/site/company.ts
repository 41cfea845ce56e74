import { createContext, use } from 'react'
import type { Operator } from '../../modules/settings/company/contract.ts'
import { openingWords, promiseAt } from '../../modules/settings/company/sentences.contract.ts'
import { useLanguage } from '../ui/language.ts'
import { withMessage } from '../ui/phone.ts'

export const contactNames = [
  'companyName',
  'phone',
  'call',
  'whatsapp',
  'email',
  'openingFrom',
  'openingTo',
] as const satisfies (keyof Operator)[]

export type Contacts = Pick<Operator, (typeof contactNames)[number]>

/** The server gives all data of the operator, the page's data only the contacts. */
export const CompanyContext = createContext<Contacts | Operator | null>(null)

export function useCompany() {
  const company: Contacts | null = use(CompanyContext)
  const { t } = useLanguage()
  if (!company) throw new Error('useCompany outside of <Site>')
  return {
    ...company,
    /** For example `dalle 06:00 alle 24:00`. */
    hours: openingWords(t, company),
    /** Depends on the current time, so it must not be called while the server renders. */
    promiseNow: () => promiseAt(t, new Date(), company),
    /** Undefined if the number cannot be read, so that it is shown without a link. */
    tel: company.call ?? undefined,
    whatsApp: (message: string) => withMessage(company.whatsapp, message),
  }
}

/** All data of the operator, for parts that only the server renders (still.tsx). */
export function useOperator(): ReturnType<typeof useCompany> & Operator {
  const company = use(CompanyContext)
  if (!company || !('rea' in company)) throw new Error('The browser has only the contacts')
  return { ...useCompany(), ...company }
}
