import { foldedName } from '../../../kernel/pasted.ts'

/** Removes accents and converts to lower case, so that `cittá` finds `Città`. */
export const plainText = (text: string) =>
  foldedName(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
