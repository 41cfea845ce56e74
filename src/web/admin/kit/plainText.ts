/** Removes accents and converts to lower case, so that `cittá` finds `Città`. */
export const plainText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
