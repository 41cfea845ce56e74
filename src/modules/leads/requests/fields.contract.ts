import { emailMax, emailMissing } from '../../../kernel/email.ts'
import type { Sentence } from '../../../languages/translate.ts'
import type { AskedField } from '../lead/askedFields.contract.ts'

// Plain data for the schemas and the site's forms, because TypeBox would add 18 KB (gzip) to every page.

export interface FieldRule {
  maxLength: number
  pattern?: string
  /** Message for an empty required field or text that does not match the pattern. */
  message?: Sentence
  isMultiline?: boolean
  /** Also takes a longer text that ends with a map link, of which the lead stores the position. */
  takesLink?: boolean
}

/** Where a form of the site was opened; a lead keeps it as `formSource`. */
export type SiteForm = 'sticky-footer' | 'senza-prezzo' | 'preventivo' | 'pagina' | 'contatti'

/** Where staff enter leads. No visitor's form can claim these, because such leads have no time to answer. */
export const officeSources = ['telefono', 'whatsapp'] as const
export type OfficeSource = (typeof officeSources)[number]

export const leadFields = {
  name: { maxLength: 120, message: (t) => t('check.name') },
  phone: {
    maxLength: 40,
    // Telephone directories and word processors write several kinds of dashes. Some people write a blank after `+`.
    pattern: '^[+(]{0,2} ?[0-9][0-9 ().\\-\u2010-\u2015\u2212/+]{4}.*$',
    message: (t) => t('check.phone'),
  },
  email: { maxLength: emailMax, message: emailMissing },
  departure: { maxLength: 160, takesLink: true, message: (t) => t('check.departure') },
  destination: { maxLength: 160, takesLink: true, message: (t) => t('check.destination') },
  passengers: { maxLength: 20, message: (t) => t('check.passengers') },
  date: { maxLength: 20 },
  time: { maxLength: 40, message: (t) => t('check.time') },
  returnDate: { maxLength: 20 },
  returnTime: { maxLength: 40 },
  flightOrTrain: { maxLength: 40 },
  luggage: { maxLength: 80 },
  address: { maxLength: 200, takesLink: true },
  position: { maxLength: 300 },
  message: { maxLength: 2000, isMultiline: true },
} satisfies Record<AskedField | 'name' | 'phone' | 'email' | 'message', FieldRule>
