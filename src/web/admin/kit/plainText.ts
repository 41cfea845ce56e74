/** Removes accents and capital letters, so that `cittá` finds `Città`. */
export const plainText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
