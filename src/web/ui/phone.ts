/** Adds a message to a WhatsApp link of the server; undefined without a link. */
export const withMessage = (whatsapp: string | null, message: string): string | undefined =>
  whatsapp === null ? undefined : `${whatsapp.replace(/\?.*/, '')}?text=${encodeURIComponent(message)}`
