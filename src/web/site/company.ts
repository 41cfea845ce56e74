import { createContext, use } from 'react'
import type { Operator } from '../../modules/settings/company/contract.ts'
import { openingWords, promiseAt } from '../../modules/settings/company/sentences.contract.ts'
import { useLanguage } from '../ui/language.ts'
import { telLink, whatsAppLink } from '../ui/phone.ts'

export const CompanyContext = createContext<Operator | null>(null)

export function useCompany() {
  const company = use(CompanyContext)
  const { t } = useLanguage()
  if (!company) throw new Error('useCompany outside of <Site>')
  return {
    ...company,
    /** For example `dalle 06:00 alle 24:00`. */
    hours: openingWords(t, company),
    /** Depends on the current time, so it must not be called while the server renders. */
    promiseNow: () => promiseAt(t, new Date(), company),
    tel: telLink(company.phone),
    whatsApp: (message: string) => whatsAppLink(company.whatsappPhone, message),
  }
}
