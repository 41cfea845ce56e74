import { returnedOf } from './bounce.ts'
import { attachmentsMax, fileNameOf, lineOf, messageIdsOf } from './inboundText.contract.ts'
import { kindOf } from './kind.ts'
import { shortened } from './longText.ts'
import { type Inbound, type InboundFile, type MailKind, reportKinds } from './mail.contract.ts'
import { isTechnical, type MailFile, type MailParts, threadIdsOf } from './parts.ts'
import { isCertified, sealedNotes } from './sealed.ts'
import { checksOf } from './senderChecks.ts'

interface Way {
  /** Where staff find the whole mail. */
  place: 'nella casella' | 'in Brevo'
  /** Name of the server whose results about senders are true; empty if there is none. */
  ownServer: string
  /** True if the mail was too large, so that its files are incomplete. */
  isCut?: boolean
}

/** Returns a mail as the product stores it. Every mail is read here, on whichever way it came. */
export function readingOf(mail: MailParts, way: Way): Inbound {
  const kind = kindOf(mail)
  const { text, leftOut } = shortened(mail.text)
  const isReport = kind === 'bounce' || kind === 'delay'
  const files = filesOf(mail, kind)
  // The sender of an envelope is its provider.
  const fromAddress = lineOf((isCertified(mail) && mail.replyTo) || mail.fromAddress, 254)
  const replyTo = lineOf(mail.replyTo, 254)
  const reading = {
    kind,
    messageId: lineOf(mail.messageId, 300),
    repliesTo: messageIdsOf(...threadIdsOf(mail)),
    sentAt: lineOf(mail.sentAt, 60),
    sender: {
      name: lineOf(mail.fromName, 120),
      address: fromAddress,
      replyTo: replyTo.toLowerCase() === fromAddress.toLowerCase() ? '' : replyTo,
      checks: checksOf(mail.trace, way.ownServer, fromAddress),
    },
    subject: lineOf(mail.subject, 300),
    text,
    returned: isReport ? returnedOf(mail) : null,
    attachments: files.slice(0, attachmentsMax).map((file) => inboundFileOf(file, way)),
  }
  return {
    ...reading,
    notes: notesOf(reading, { mail, way, leftOut, moreFiles: files.length - attachmentsMax }),
  }
}

const leftOutNotes = {
  quotes: 'Il messaggio è lungo: le righe citate non sono riportate.',
  middle: 'Il messaggio è lungo: manca la parte di mezzo, dove c’è […].',
}

interface Rest {
  mail: MailParts
  way: Way
  leftOut: keyof typeof leftOutNotes | null
  moreFiles: number
}

/** Returns sentences about what the panel does not show. A mail without text always has one. */
function notesOf(
  { text, attachments }: Omit<Inbound, 'notes'>,
  { mail, way, leftOut, moreFiles }: Rest,
): string[] {
  const { place, isCut } = way
  const notes = [...mail.notes, ...sealedNotes(mail, place)]
  if (leftOut) notes.push(`${leftOutNotes[leftOut]} Intero si legge ${place}.`)
  if (isCut) notes.push(`Il messaggio supera i 20 MB: gli allegati si trovano ${place}.`)
  if (moreFiles > 0)
    notes.push(
      moreFiles === 1
        ? `Un altro allegato si trova ${place}.`
        : `Altri ${moreFiles} allegati si trovano ${place}.`,
    )
  if (text === '' && notes.length === 0)
    notes.push(
      attachments.length > 0
        ? 'Nessun testo, solo allegati.'
        : `Nessun testo: se non ti torna, guardalo ${place}.`,
    )
  // Each of several signed files has the same sentence.
  return [...new Set(notes.map((note) => lineOf(note, 300)))].slice(0, 20)
}

/** Returns the files for staff. Pictures of the HTML come last, because many are logos. */
function filesOf({ files }: MailParts, kind: MailKind): MailFile[] {
  const isReport = reportKinds.includes(kind)
  const shown = files.filter(
    (file) => !isTechnical(file) && !(isReport && file.mimeType.startsWith('message/')),
  )
  return shown.toSorted((one, other) => Number(one.isInline) - Number(other.isInline))
}

/** Names of files that have none, by type. The extension decides whether the product stores the file. */
const namesOfTypes: Record<string, string> = {
  'image/png': 'immagine.png',
  'image/jpeg': 'immagine.jpg',
  'image/gif': 'immagine.gif',
  'image/webp': 'immagine.webp',
  'image/heic': 'immagine.heic',
  'application/pdf': 'documento.pdf',
  'text/calendar': 'calendario.ics',
  'text/csv': 'tabella.csv',
  'message/rfc822': 'messaggio.eml',
}

function inboundFileOf(file: MailFile, { isCut }: Way): InboundFile {
  const { downloadToken, bytes } = file
  return {
    name: fileNameOf(file.name || namesOfTypes[file.mimeType]),
    size: Math.min(file.size, 2_147_483_647),
    ...(downloadToken ? { downloadToken } : {}),
    ...(bytes ? { bytes: isCut ? null : bytes } : {}),
  }
}
