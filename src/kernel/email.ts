import type { Sentence } from '../languages/translate.ts'

export const emailMax = 254
export const emailMissing: Sentence = (t) => t('check.email')

// Limits the lengths as RFC 5321 does, and refuses characters that could start a second header or recipient.
const shape = /^[^\s@<>,;:"()[\]\\]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i

export const isEmail = (text: string) => shape.test(text)
