import { languages } from '../../../languages/messages.ts'
import type { Sql } from '../../../platform/db.ts'
import { claims, operator } from '../../settings/company/company.queries.ts'
import type { Claims, Operator } from '../../settings/company/contract.ts'
import { translations } from '../translations/translated.queries.ts'

// A page leaves out texts of the settings without a reviewed translation, because it must not mix languages.

/** Id of the only row of company_settings. */
const companyId = 1

export async function operatorIn(read: Sql, language: string): Promise<Operator> {
  const stored = await operator(read)
  if (language === languages[0]) return stored
  const texts = (await translations(read)).text('company', companyId, language)
  return { ...stored, insurance: texts?.insurance ?? '', languages: texts?.languages ?? '' }
}

export async function claimsIn(read: Sql, language: string): Promise<Claims> {
  const stored = await claims(read)
  if (language === languages[0]) return stored
  const texts = (await translations(read)).text('company', companyId, language)
  const testimonials = stored.testimonials.flatMap((one, index) => {
    const text = texts?.[`testimonial${index + 1}`]
    return text ? [{ ...one, text }] : []
  })
  return { ...stored, testimonials }
}
