export const emailMax = 254
export const emailMissing = 'Email richiesta'

// Limits the lengths as RFC 5321 does, and excludes characters that could start a second header or recipient.
const shape = /^[^\s@<>,;:"()[\]\\]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i

export const isEmail = (text: string) => shape.test(text)
