/** Returns the international form of a number. Italian landline numbers keep their leading 0. */
function international(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  if (phone.trim().startsWith('+')) return `+${digits}`
  if (digits.startsWith('00')) return `+${digits.slice(2)}`
  // A longer number includes the country code: national numbers that start with 39 (391, 392, …) have up to ten digits.
  if (digits.startsWith('39') && digits.length > 10) return `+${digits}`
  return `+39${digits}`
}

export const telLink = (phone: string) => `tel:${international(phone)}`

export const whatsAppLink = (phone: string, message: string) =>
  `https://wa.me/${international(phone).slice(1)}?text=${encodeURIComponent(message)}`
