/** Returns the international form of a number. Italian landline numbers keep their leading 0. */
function international(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  if (phone.trim().startsWith('+')) return `+${digits}`
  if (digits.startsWith('00')) return `+${digits.slice(2)}`
  // A national number that starts with 39 has at most ten digits (mobile numbers: 391, 392, …).
  if (digits.startsWith('39') && digits.length > 10) return `+${digits}`
  return `+39${digits}`
}

export const telLink = (phone: string) => `tel:${international(phone)}`

export const whatsAppLink = (phone: string, message: string) =>
  `https://wa.me/${international(phone).slice(1)}?text=${encodeURIComponent(message)}`
