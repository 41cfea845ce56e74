import { kindOf } from './kind.ts'
import { reportKinds } from './mail.contract.ts'
import { partsOf } from './mime.ts'
import { folded, headerOf, isTechnical, keywordOf, type MailFile, type MailParts } from './parts.ts'
import { isCertified, isMail, isSigned } from './sealed.ts'
import { signedContent } from './signed.ts'

// Mails may contain mails: the envelope of Italian certified mail (PEC), a signed message, a forwarded mail.

/** Maximum number of mails inside one another that are opened, and of mails in one mail. */
const depthMax = 3
const filesMax = 20

/** Returns the mail with the content of what it encloses. What cannot be opened stays a file, see `sealedNotes`. */
export async function opened(mail: MailParts, depth = 0): Promise<MailParts> {
  if (depth >= depthMax) return mail
  const enclosed = isCertified(mail) ? mail.files.find(isMail) : undefined
  const content = enclosed && (await openedMail(enclosed, depth))
  if (content) return ofEnvelope(mail, content)
  // The mail in a report is the one that the operator sent: evidence, not content.
  if (isReport(mail)) return mail
  const result = { ...mail, files: [] as MailFile[], notes: [...mail.notes] }
  for (const [place, file] of mail.files.entries()) {
    const inside = place < filesMax ? await insideOf(file, depth) : null
    if (!inside) result.files.push(file)
    else {
      result.text = [result.text.trim(), inside.text?.trim()].filter(Boolean).join('\n\n')
      result.files.push(...inside.files)
      result.notes.push(...inside.notes)
    }
  }
  return result
}

const isReport = (mail: MailParts) =>
  folded(headerOf(mail, 'content-type') ?? '').startsWith('multipart/report') ||
  reportKinds.includes(kindOf(mail))

type Inside = Pick<MailParts, 'files' | 'notes'> & { text?: string }

/** Returns null if the parser refuses the enclosed mail. It then stays a file, and the mail around it is read. */
async function openedMail({ bytes }: MailFile, depth: number): Promise<MailParts | null> {
  const parts = bytes ? await partsOf(bytes).catch(() => null) : null
  return parts && opened(parts, depth + 1)
}

/** Returns null for a file that encloses nothing, or nothing that can be opened. */
async function insideOf(file: MailFile, depth: number): Promise<Inside | null> {
  if (!file.bytes) return null
  if (isMail(file)) {
    const mail = await openedMail(file, depth)
    if (!mail) return null
    const from = [mail.fromName, mail.fromAddress && `<${mail.fromAddress}>`].filter(Boolean).join(' ')
    return {
      notes: mail.notes,
      text: `Messaggio allegato di ${from || 'mittente sconosciuto'}: ${mail.subject}\n\n${mail.text}`,
      // A customer may forward a bounce or an answer to an invitation. That does not make the mail around it one.
      files: mail.files.filter((one) => !isTechnical(one)).map((one) => ({ ...one, method: '' })),
    }
  }
  const content = isSigned(file) ? signedContent(file.bytes) : null
  if (!content) return null
  const notes = ['Firmato digitalmente (p7m): il sito mostra il contenuto, ma non controlla la firma.']
  const name = file.name.replace(/\.p7m$/i, '')
  const isMessage = file.mimeType.endsWith('pkcs7-mime') && /^(smime|)$/i.test(name)
  const message = isMessage && (await openedMail({ ...file, bytes: content }, depth))
  if (message) return { ...message, notes: [...notes, ...message.notes] }
  const signed = { ...file, name, mimeType: '', bytes: content, size: content.length }
  // Two people may have signed a file one after the other (`.p7m.p7m`).
  return (depth < depthMax && (await insideOf(signed, depth + 1))) || { files: [signed], notes }
}

function ofEnvelope(envelope: MailParts, mail: MailParts): MailParts {
  const provider = envelope.fromAddress || 'un gestore'
  // Anybody can write these headers. Only the provider's signature, which the product does not check, would prove them.
  const note =
    keywordOf(envelope, 'x-trasporto') === 'errore'
      ? `Email ordinaria arrivata in una casella PEC, in una busta di anomalia di ${provider}: nessuno ne ha controllato il mittente.`
      : `Si presenta come PEC di ${provider} per conto del mittente: il sito non controlla la firma del gestore, e SPF, DKIM e DMARC riguardano il gestore.`
  return {
    ...mail,
    trace: envelope.trace,
    fromAddress: mail.fromAddress || envelope.replyTo,
    replyTo: envelope.replyTo || mail.replyTo,
    messageId: envelope.messageId,
    inReplyTo: [...mail.inReplyTo, ...envelope.inReplyTo],
    references: [...mail.references, ...envelope.references],
    sentAt: envelope.sentAt,
    subject: mail.subject || envelope.subject,
    notes: [note, ...mail.notes],
  }
}
