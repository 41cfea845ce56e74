import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

interface Stored {
  uid: number
  source: Buffer
  arrivedAt: Date
  /**
   * The server answers a fetch of the mail with NO (`refuse`), closes the connection as Dovecot does (`close`), or reports
   * success without the mail (`omit`) or without its text (`empty`).
   */
  fault: 'refuse' | 'close' | 'omit' | 'empty' | null
}

/** Simulates a mailbox (RFC 3501) for the real client. Refuses commands that do more than read the inbox. */
export async function openImap({ password }: { password: string }) {
  const mails: Stored[] = []
  const commands: string[] = []
  const fetched: number[] = []
  const sockets = new Set<Socket>()
  const state = { uidValidity: 7, nextUid: 1 }

  const answers: Record<string, (rest: string) => string[] | 'close'> = {
    capability: () => ['* CAPABILITY IMAP4rev1'],
    login: (rest) => (rest.endsWith(` "${password}"`) || rest.endsWith(` ${password}`) ? [] : ['NO']),
    list: () => ['* LIST (\\HasNoChildren) "/" INBOX'],
    lsub: () => [],
    noop: () => [],
    examine: () => [
      `* ${mails.length} EXISTS`,
      '* 0 RECENT',
      '* FLAGS (\\Seen)',
      `* OK [UIDVALIDITY ${state.uidValidity}] ok`,
      `* OK [UIDNEXT ${state.nextUid}] ok`,
    ],
    'uid search': (rest) => {
      if (rest.includes('SINCE')) return [`* SEARCH ${mails.map(({ uid }) => uid).join(' ')}`]
      const [, only] = rest.match(/UID (\d+)$/) ?? []
      if (only) return [`* SEARCH${mails.some(({ uid }) => uid === Number(only)) ? ` ${only}` : ''}`]
      const [, first = '1'] = rest.match(/UID (\d+):\*/) ?? []
      const found = mails.filter(({ uid }) => uid >= Number(first))
      // An IMAP range `n:*` always includes the newest mail.
      const all = found.length > 0 ? found : mails.slice(-1)
      return [`* SEARCH ${all.map(({ uid }) => uid).join(' ')}`]
    },
    'uid fetch': (rest) => {
      if (rest.includes('INTERNALDATE') && !rest.includes('HEADER') && !/^\d+ /.test(rest))
        return mails.map(
          ({ uid, arrivedAt }, index) =>
            `* ${index + 1} FETCH (UID ${uid} INTERNALDATE "${dateOf(arrivedAt)}")`,
        )
      const index = mails.findIndex(({ uid }) => uid === Number(rest.split(' ')[0]))
      const mail = mails[index]
      if (!mail) return []
      fetched.push(mail.uid)
      if (mail.fault === 'refuse') return ['NO']
      if (mail.fault === 'close') return 'close'
      if (mail.fault === 'omit') return []
      const date = `INTERNALDATE "${dateOf(mail.arrivedAt)}"`
      if (rest.includes('HEADER')) {
        const head = `${mail.source.toString('latin1').split('\r\n\r\n')[0]}\r\n\r\n`
        return [
          `* ${index + 1} FETCH (UID ${mail.uid} ${date} BODY[HEADER.FIELDS (from subject date)] {${head.length}}\r\n${head})`,
        ]
      }
      if (!rest.includes('BODY')) return [`* ${index + 1} FETCH (UID ${mail.uid} ${date})`]
      const [, max = '1000000000'] = rest.match(/<0\.(\d+)>/) ?? []
      const sent = mail.source.subarray(0, mail.fault === 'empty' ? 0 : Number(max))
      return [
        `* ${index + 1} FETCH (UID ${mail.uid} ${date} RFC822.SIZE ${mail.source.length} BODY[]<0> {${sent.length}}\r\n${sent.toString('latin1')})`,
      ]
    },
    logout: () => ['* BYE'],
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.write('* OK ready\r\n')
    createInterface({ input: socket }).on('line', (line) => {
      const [tag = '', ...words] = line.split(' ')
      const name = (words[0] === 'UID' ? words.slice(0, 2).join(' ') : (words[0] ?? '')).toLowerCase()
      commands.push(name)
      const answer = answers[name]
      const lines = answer?.(words.slice(name.split(' ').length).join(' ')) ?? ['NO']
      if (lines === 'close') return void socket.destroy()
      if (lines[0] === 'NO')
        socket.write(`${tag} NO ${name === 'login' ? '[AUTHENTICATIONFAILED]' : ''} refused\r\n`)
      // The lines contain the bytes of mails, one letter for each.
      else socket.write(`${[...lines, `${tag} OK done`].join('\r\n')}\r\n`, 'latin1')
      if (name === 'logout') socket.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    /** Names of all commands that the client sent. */
    commands,
    /** UIDs of the mails that the client fetched, once for each time. */
    fetched,
    state,
    /** Delivers a mail, whose lines may end with `\n`. Returns the stored mail. */
    deliver(source: string | Buffer, arrivedAt = new Date(), fault: Stored['fault'] = null): Stored {
      const bytes = Buffer.isBuffer(source) ? source : Buffer.from(source.replace(/\r?\n/g, '\r\n'))
      const mail = { uid: state.nextUid++, source: bytes, arrivedAt, fault }
      mails.push(mail)
      return mail
    },
    /** Gives all mails new numbers, as a provider does after it repaired a mailbox. */
    renumber(): void {
      state.uidValidity += 1
      for (const [index, mail] of mails.entries()) mail.uid = index + 1
      state.nextUid = mails.length + 1
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Returns a date such as `23-Nov-2026 04:38:21 +0000`. */
function dateOf(moment: Date): string {
  const [, day, month, year, time] = moment.toUTCString().split(' ')
  return `${day}-${month}-${year} ${time} +0000`
}
