import { emailMax, emailMissing } from '../../../kernel/email.ts'
import type { Sentence } from '../../../languages/translate.ts'

// Rules of text fields, for the schemas in contract.ts and the site's forms. Plain data, because TypeBox would add 18
// KB (gzip) to every page.

export interface FieldRule {
  maxLength: number
  pattern?: string
  /** Message for an empty required field or text that does not match the pattern. */
  message?: Sentence
  isMultiline?: boolean
}

export const leadFields = {
  name: { maxLength: 120, message: (t) => t('check.name') },
  phone: {
    maxLength: 40,
    pattern: '^[+(]?[0-9][0-9 ().\\-/+]{4,}.*$',
    message: (t) => t('check.phone'),
  },
  email: { maxLength: emailMax, message: emailMissing },
  departure: { maxLength: 160, message: (t) => t('check.departure') },
  destination: { maxLength: 160, message: (t) => t('check.destination') },
  passengers: { maxLength: 20, message: (t) => t('check.passengers') },
  date: { maxLength: 20 },
  time: { maxLength: 40, message: (t) => t('check.time') },
  returnDate: { maxLength: 20 },
  returnTime: { maxLength: 40 },
  flightOrTrain: { maxLength: 40 },
  luggage: { maxLength: 80 },
  /**
   * Street address, hotel or masseria in the destination if the departure is an airport, station or port, otherwise in
   * the departure.
   */
  address: { maxLength: 200 },
  position: { maxLength: 300 },
  message: { maxLength: 2000, isMultiline: true },
} satisfies Record<string, FieldRule>
