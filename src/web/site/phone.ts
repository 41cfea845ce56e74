/** Returns a number written by staff in international form; Italian landlines keep their 0. */
function international(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  if (phone.trim().startsWith('+')) return `+${digits}`
  if (digits.startsWith('00')) return `+${digits.slice(2)}`
  // No national number that starts with 39 has more than ten digits (mobiles: 391, 392, …).
  if (digits.startsWith('39') && digits.length > 10) return `+${digits}`
  return `+39${digits}`
}

export const telLink = (phone: string) => `tel:${international(phone)}`

export const whatsAppLink = (phone: string, message: string) =>
  `https://wa.me/${international(phone).slice(1)}?text=${encodeURIComponent(message)}`
