import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { openApp } from '../app.ts'
import { customer, mailOf, openInbox, storedMail } from '../inbox.ts'

const app = await openApp()
const inbox = await openInbox(app)
const folder = mkdtempSync(path.join(tmpdir(), 'salento-signed-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function received(...mails: (string | Buffer)[]) {
  const lead = await inbox.answeredLead()
  const answers = mails.map((mail) =>
    Buffer.isBuffer(mail)
      ? Buffer.concat([Buffer.from(`In-Reply-To: ${lead.sentId}\r\n`), mail])
      : `In-Reply-To: ${lead.sentId}\n${mail}`,
  )
  await inbox.deliver(...answers)
  return lead.received()
}

const part = (headers: string, body: string) => `--BB\n${headers}\n\n${body}\n`
const mixed = (...parts: string[]) =>
  mailOf({ 'MIME-Version': '1.0', 'Content-Type': 'multipart/mixed; boundary=BB' }, `${parts.join('')}--BB--`)
const encoded = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\n')
const file = (name: string, bytes: Buffer | string, type = 'application/octet-stream') =>
  part(
    `Content-Type: ${type}\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64`,
    encoded(bytes),
  )

test('pictures in the text are stored, those written into the HTML are named', async () => {
  const lead = await inbox.answeredLead()
  const html = `<p>Prima</p><img src="data:image/png;base64,${'A'.repeat(1_200_000)}"><p>Dopo</p>`
  const written = mailOf({ 'In-Reply-To': lead.sentId, 'Content-Type': 'text/html' }, html)
  await inbox.deliver(storedMail('inlinePicture', lead), written)
  const [first, second] = await lead.received()
  expect(first).toMatchObject({
    text: "Ecco la carta d'imbarco",
    attachments: [{ name: 'carta.png', isStored: true, problem: null }],
  })
  expect(second?.text.split(/\n+/)).toEqual(['Prima', '[immagine]', 'Dopo'])
  await inbox.deliverByBrevo(storedMail('inlinePicture', lead))
  expect((await lead.received()).at(-1)?.attachments).toMatchObject([{ name: 'carta.png' }])
})

test('the cells of a table are apart, a link keeps its address, and the title is left out', async () => {
  for (const deliver of [inbox.deliver, inbox.deliverByBrevo]) {
    const lead = await inbox.answeredLead()
    await deliver(storedMail('tableAndLink', lead))
    const [mail] = await lead.received()
    expect(mail?.text.split(/\n+/)).toEqual([
      'Giorno 12/07 Ora 10:30',
      'Siamo qui: posizione [https://maps.app.goo.gl/abc123]',
    ])
  }
})

test('an answer below a long quote is shown, and a text that is cut says so', async () => {
  for (const deliver of [inbox.deliver, inbox.deliverByBrevo]) {
    const lead = await inbox.answeredLead()
    const long = mailOf({ 'In-Reply-To': lead.sentId }, `Inizio ${'parole '.repeat(9_000)} fine: alle 6:15.`)
    await deliver(storedMail('answerBelowQuote', lead))
    await deliver(long)
    const [quoted, cut] = await lead.received()
    expect(quoted?.text).toContain('6:15')
    expect(quoted?.text).toContain('> […]')
    expect(quoted?.notes).toEqual([
      expect.stringMatching(/^Il messaggio è lungo: le righe citate non sono riportate/),
    ])
    expect(cut?.text).toMatch(/^Inizio parole .*\n\[…\]\n.* fine: alle 6:15\.$/s)
    expect(cut?.text.length).toBeLessThanOrEqual(20_000)
    expect(cut?.notes).toEqual([expect.stringMatching(/^Il messaggio è lungo: manca la parte di mezzo/)])
  }
})

test('a certified mail is the customer’s, with the text inside its envelope', async () => {
  await inbox.answeredLead()
  const { code, sentId } = await inbox.answeredLead('pec@cliente.example')
  await inbox.deliver(storedMail('certified', { code, sentId }))
  expect(await inbox.list('isLoose=true&search=preventivo trasferimento')).toMatchObject([
    {
      fromAddress: customer,
      text: 'Confermiamo il trasferimento.',
      subject: 'preventivo trasferimento',
      kind: 'person',
      attachments: [],
      notes: [expect.stringContaining('posta-certificata@pec.gestore.example')],
    },
  ])
  await inbox.deliverByBrevo(storedMail('certified', { code, sentId }))
  expect(await inbox.list('isLoose=true&search=POSTA CERTIFICATA')).toMatchObject([
    { fromAddress: customer, notes: [expect.stringContaining('leggilo in Brevo')] },
  ])
})

test('a certified reply belongs to the request that the mail inside answers', async () => {
  const lead = await inbox.answeredLead()
  const inner = `From: ${customer}\nSubject: Re: La tua richiesta\nIn-Reply-To: ${lead.sentId}\nContent-Type: text/plain\n\nConfermo.`
  const envelope = mixed(
    part('Content-Type: text/plain', 'Messaggio di posta certificata.'),
    file('postacert.eml', '', 'text/x-empty'),
    part('Content-Type: message/rfc822; name="postacert.eml"\nContent-Disposition: attachment', inner),
    file('daticert.xml', '<postacert/>', 'application/xml'),
  ).replace('To:', 'X-Trasporto: posta-certificata\nTo:')
  await inbox.deliver(envelope)
  expect(await lead.received()).toMatchObject([
    { text: 'Confermo.', matchedBy: 'message', kind: 'person', attachments: [] },
  ])
  expect((await lead.read()).waitingSince).not.toBeNull()
})

test('what cannot be opened has a sentence that sends staff to the mailbox, and no mail is empty', async () => {
  const lead = await inbox.answeredLead()
  await inbox.deliver(storedMail('winmail', lead))
  await inbox.deliverByBrevo(storedMail('winmail', lead))
  expect(await lead.received()).toMatchObject([
    {
      text: '',
      attachments: [{ name: 'winmail.dat', isStored: false }],
      notes: [expect.stringMatching(/winmail\.dat.*leggila nella casella/)],
    },
    { notes: [expect.stringMatching(/winmail\.dat.*leggila in Brevo/)] },
  ])
  const [encrypted, blank, filesOnly, many] = await received(
    mailOf({ 'Content-Type': 'application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m' }, 'MIIB'),
    mailOf({}, ' '),
    mixed(file('biglietto.pdf', '%PDF-1.4')),
    mixed(
      part('Content-Type: text/plain', 'Foto'),
      ...Array.from({ length: 12 }, (_, at) => file(`${at}.png`, '\x89PNG')),
    ),
  )
  expect(encrypted?.notes).toEqual([expect.stringMatching(/p7m.*leggila nella casella/)])
  expect(blank).toMatchObject({ text: '', notes: [expect.stringMatching(/^Nessun testo: .* nella casella/)] })
  expect(filesOnly).toMatchObject({ text: '', notes: ['Nessun testo, solo allegati.'] })
  expect(many?.attachments).toHaveLength(10)
  expect(many?.notes).toEqual(['Altri 2 allegati si trovano nella casella.'])
})

const openssl = promisify(execFile)

/** Returns a function that signs a content with OpenSSL, in one binary block that contains the content. */
async function signer() {
  const [key, source, target] = ['key.pem', 'content', 'signed'].map((name) => path.join(folder, name))
  await openssl(
    'openssl',
    `req -x509 -newkey rsa:2048 -nodes -subj /CN=prova -days 2 -keyout ${key} -out ${key}.crt`.split(' '),
  )
  return async (content: string | Buffer, ...options: string[]): Promise<Buffer> => {
    writeFileSync(`${source}`, content)
    const signing = `cms -sign -nodetach -binary -in ${source} -signer ${key}.crt -inkey ${key} -outform DER -out ${target}`
    await openssl('openssl', [...signing.split(' '), ...options])
    return readFileSync(`${target}`)
  }
}

test('signed messages and files (p7m) are opened', async () => {
  const signed = await signer()
  const inner = 'Content-Type: text/plain; charset=utf-8\n\nVa bene così, firmato.'
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7 '), Buffer.alloc(100_000, 1)])
  const message = (bytes: Buffer) =>
    mailOf(
      {
        'Content-Type': 'application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"',
        'Content-Transfer-Encoding': 'base64',
      },
      encoded(bytes),
    )
  const [one, streamed, attached] = await received(
    message(await signed(inner)),
    message(await signed(inner, '-stream')),
    mixed(
      part('Content-Type: text/plain', 'In allegato'),
      file('contratto.pdf.p7m', await signed(pdf), 'application/pkcs7-mime'),
    ),
  )
  const [several] = await received(
    mixed(...['uno', 'due'].map((name) => file(`${name}.pdf.p7m`, Buffer.from('MIIB')))),
  )
  expect(several?.notes).toEqual([expect.stringMatching(/^Una parte è firmata/)])
  const der = await signed(pdf)
  const [pair] = await received(mixed(file('uno.pdf.p7m', der), file('due.pdf.p7m', der)))
  expect(pair?.attachments).toHaveLength(2)
  expect(pair?.notes).toEqual([expect.stringMatching(/^Firmato/)])
  const forms = [
    await signed(der),
    Buffer.from(encoded(der)),
    Buffer.from(`-----BEGIN PKCS7-----\n${encoded(der)}\n-----END PKCS7-----\n`),
  ]
  const [twice, base64, pem] = await received(
    ...forms.map((bytes, place) => mixed(file(`offerta.pdf.p7m${place === 0 ? '.p7m' : ''}`, bytes))),
  )
  for (const mail of [twice, base64, pem])
    expect(mail).toMatchObject({
      attachments: [{ name: 'offerta.pdf', isStored: true, size: pdf.length }],
      notes: [expect.stringMatching(/^Firmato/)],
    })
  for (const mail of [one, streamed])
    expect(mail).toMatchObject({ text: 'Va bene così, firmato.', notes: [expect.stringMatching(/^Firmato/)] })
  expect(attached?.attachments).toMatchObject([{ name: 'contratto.pdf', isStored: true, size: pdf.length }])
})

test('a forwarded mail is read with its files', async () => {
  const forwarded = `From: Albergo <hotel@albergo.example>\nSubject: Prenotazione\nContent-Type: text/plain\n\nArrivo alle 12.`
  const [mail] = await received(
    mixed(part('Content-Type: text/plain', 'Ecco.'), part('Content-Type: message/rfc822', forwarded)),
  )
  expect(mail?.text).toBe(
    'Ecco.\n\nMessaggio allegato di Albergo <hotel@albergo.example>: Prenotazione\n\nArrivo alle 12.',
  )
})

test('a mail is read although the parser refuses the mail that it encloses', async () => {
  const nested = Array.from(
    { length: 400 },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`,
  )
  const [mail] = await received(
    mixed(part('Content-Type: text/plain', 'Ecco.'), part('Content-Type: message/rfc822', nested.join(''))),
  )
  expect(mail).toMatchObject({ text: 'Ecco.', attachments: [{ name: 'messaggio.eml' }] })
})

test('texts of a mail lose invisible characters, which could hide a code or turn a name around, on every way', async () => {
  const lead = await inbox.answeredLead()
  const word = (text: string) => `=?utf-8?B?${encoded(text)}?=`
  const mail = () =>
    mixed(
      part('Content-Type: text/plain; charset=utf-8', 'Alle\u200b 10, \u202eciao\u202c, due \u2764\ufe0f'),
      file(word('fattura\u202efdp.exe'), 'x'),
    )
      .replace(/^From: .*$/m, `From: ${word('Anna\u202e\u00a0 Rossi')} <${customer}>`)
      .replace(/^Subject: .*$/m, `Subject: ${word(`Orario ${lead.code.replace(/^../, '$&\u2060')}`)}`)
  await inbox.deliver(mail())
  await inbox.deliverByBrevo(mail())
  const read = {
    fromName: 'Anna Rossi',
    subject: `Orario ${lead.code}`,
    text: 'Alle 10, ciao, due \u2764\ufe0f',
    matchedBy: 'code',
    attachments: [{ name: 'fatturafdp.exe', isStored: false }],
  }
  expect(await lead.received()).toMatchObject([read, read])
})

test('texts with a wrong or missing character set are readable', async () => {
  const lead = await inbox.answeredLead()
  await inbox.deliver(storedMail('utf8AsAscii', lead))
  expect((await lead.received())[0]?.text).toBe('Perché no, va benissimo così')
  const text = 'La Città è più bella, 40 €'
  const western = Buffer.from(text.replace('€', '\x80'), 'latin1')
  const crlf = (headers: Record<string, string>) => mailOf(headers, '').trimEnd().replaceAll('\n', '\r\n')
  const raw = (headers: Record<string, string>, body: Buffer) =>
    Buffer.concat([Buffer.from(`${crlf(headers)}\r\n\r\n`), body, Buffer.from('\r\n')])
  const subject = Buffer.concat([
    Buffer.from(crlf({ Subject: 'oggetto' }).replace('oggetto', 'La citt\xe0'), 'latin1'),
    Buffer.from('\r\n\r\nOggetto senza codifica\r\n'),
  ])
  const mails = await received(
    raw({}, western),
    raw({ 'Content-Type': 'text/plain; charset=us-ascii' }, western),
    raw({ 'Content-Type': 'text/plain; charset=utf-8' }, western),
    raw({ 'Content-Type': 'text/plain; charset=iso-8859-1' }, Buffer.from(text)),
    raw({ 'Content-Type': 'text/plain; charset=ISO-8859-15' }, Buffer.from(text)),
    raw({ 'Content-Type': 'text/plain; charset=windows-1250' }, Buffer.from(text)),
    raw({ 'Content-Type': 'text/plain; charset=utf8mb4' }, Buffer.from(text)),
    raw({ 'Content-Type': 'text/html; charset=us-ascii' }, Buffer.from(`<p>${text}</p>`)),
    raw(
      { 'Content-Type': 'text/plain; charset=us-ascii', 'Content-Transfer-Encoding': 'base64' },
      Buffer.from(encoded(text)),
    ),
    subject,
  )
  expect(mails.map((mail) => mail.text)).toEqual([
    ...Array.from({ length: 9 }, () => text),
    'Oggetto senza codifica',
  ])
  expect(mails.at(-1)?.subject).toBe('La città')
})

test('an envelope of anomaly does not say that the mail inside is certified', async () => {
  await inbox.answeredLead()
  const inner = `From: ${customer}\nSubject: ordinaria in PEC\nContent-Type: text/plain\n\nUn’email normale.`
  await inbox.deliver(
    mixed(
      part('Content-Type: text/plain', 'Anomalia nel messaggio'),
      part('Content-Type: message/rfc822; name="postacert.eml"', inner),
    ).replace('To:', 'X-Trasporto: errore\nTo:'),
  )
  const [mail] = await inbox.list('isLoose=true&search=ordinaria in PEC')
  expect(mail?.notes).toEqual([
    expect.stringMatching(/^Email ordinaria .* nessuno ne ha controllato il mittente/),
  ])
})

test('invisible characters neither hide a code nor turn the name of a file', async () => {
  const lead = await inbox.answeredLead()
  const { code } = lead
  await inbox.deliver(
    mixed(
      part('Content-Type: text/plain', 'Ecco'),
      file(`=?utf-8?B?${Buffer.from('foto\u202egnp.pdf').toString('base64')}?=`, '%PDF-1.4'),
    ).replace(
      /^Subject: .*$/m,
      `Subject: =?utf-8?B?${Buffer.from(`Foto ${code.slice(0, 3)}\u200b${code.slice(3)}`).toString('base64')}?=`,
    ),
  )
  expect(await lead.received()).toMatchObject([
    { matchedBy: 'code', subject: `Foto ${code}`, attachments: [{ name: 'fotognp.pdf' }] },
  ])
})
