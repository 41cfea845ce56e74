import { headerOf, type MailFile, type MailParts } from './parts.ts'

export const isMail = ({ mimeType }: MailFile) =>
  mimeType === 'message/rfc822' || mimeType === 'message/global'

export const isSigned = ({ name, mimeType }: MailFile) =>
  name.toLowerCase().endsWith('.p7m') ||
  mimeType === 'application/pkcs7-mime' ||
  mimeType === 'application/x-pkcs7-mime'

/** Returns whether the mail is an envelope that a provider of certified mail made around the sender's mail. */
export const isCertified = (mail: Pick<MailParts, 'headers'>) => headerOf(mail, 'x-trasporto') !== undefined

/** Returns sentences about files whose content the product does not open. `place` is where staff can. */
export function sealedNotes(mail: MailParts, place: string): string[] {
  const notes: string[] = []
  if (isCertified(mail))
    notes.push(`Si presenta come PEC: il messaggio è nell’allegato postacert.eml, leggilo ${place}.`)
  if (mail.files.some(({ name, mimeType }) => isTnef(name, mimeType)))
    notes.push(`Una parte è in winmail.dat, un formato di Outlook che il sito non apre: leggila ${place}.`)
  if (mail.files.some(isSigned))
    notes.push(`Una parte è firmata o cifrata (p7m) e il sito non la apre: leggila ${place}.`)
  return notes
}

const isTnef = (name: string, mimeType: string) =>
  name.toLowerCase() === 'winmail.dat' || mimeType.endsWith('ms-tnef')
