import { opened } from './enclosed.ts'
import type { Inbound } from './mail.contract.ts'
import { partsOf } from './mime.ts'
import { readingOf } from './reading.ts'

interface Source {
  source: Uint8Array
  /** True if the source is too large, so that its files are incomplete. */
  isCut: boolean
  ownServer: string
}

/**
 * Reads a mail of the mailbox. Throws if the parser refuses the mail. Runs in a child process only (`apart`), because
 * anybody can send a mail that takes minutes or all memory.
 */
export default async function readMail({ source, isCut, ownServer }: Source): Promise<Inbound> {
  return readingOf(await opened(await partsOf(source)), { place: 'nella casella', ownServer, isCut })
}
