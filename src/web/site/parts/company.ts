import { createContext, use } from 'react'
import type { Operator } from '../../../modules/settings/company/contract.ts'
import { openingWords, promiseAt } from '../../../modules/settings/company/sentences.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { withMessage } from '../../ui/phone.ts'

/** Returns the data of the operator that the browser has. The server passes the rest to the parts of still.tsx. */
export const contactsOf = ({
  companyName,
  phone,
  call,
  whatsapp,
  email,
  openingFrom,
  openingTo,
}: Operator) => ({
  companyName,
  phone,
  call,
  whatsapp,
  email,
  openingFrom,
  openingTo,
})

export type Contacts = ReturnType<typeof contactsOf>

export const CompanyContext = createContext<Contacts | null>(null)

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
    /** Undefined if the number cannot be read, so that it is shown without a link. */
    tel: company.call ?? undefined,
    whatsApp: (message: string) => withMessage(company.whatsapp, message),
  }
}
