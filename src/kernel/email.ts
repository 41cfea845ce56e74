export const emailMax = 254
export const emailMissing = 'Email richiesta'

// Lengths of RFC 5321. Excludes characters that could start a second header or recipient.
const shape = /^[^\s@<>,;:"()[\]\\]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i

export const isEmail = (text: string) => shape.test(text)
