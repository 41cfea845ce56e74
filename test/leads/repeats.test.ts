import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { languageWith } from '../../src/languages/catalogs.ts'
import { languages } from '../../src/languages/messages.ts'
import { localPath } from '../../src/languages/paths.ts'
import { openApp } from '../app.ts'
import { dayIn } from '../given.ts'
import { office, openOfficeMailbox } from '../mailbox.ts'
import { newVisitor } from '../newAddress.ts'

/** The app of tests that look only at their own requests: each has a telephone number of its own. */
const app = await openApp({ data: 'demo' })
const mailbox = await openOfficeMailbox(app)

const ride = { departure: 'Lecce', destination: 'Otranto', date: dayIn(200), time: '9:00', passengers: '2' }
const person = { name: 'Anna Ripetuta', email: 'anna@example.com' }

/** The three calls of the form, each with what it needs. */
const calls = [
  ['/api/availability-requests', { ...ride, ...person, formSource: 'pagina' }],
  ['/api/bookings', { ...ride, ...person }],
  ['/api/contacts', { ...ride, ...person }],
] as const

let phones = 0
const newPhone = () => `+39 347 80${String(10_000 + phones++)}`
const newKey = () => randomUUID()

const leadsOf = (phone: string) =>
  app.sql<{ kind: string; id: number; code: string; isSuspected: boolean }[]>`
    select kind, id, code, is_suspected from leads where phone = ${phone} order by id`

const wishesOf = (code: string) =>
  app.sql<{ kind: string; text: string }[]>`
    select w.kind, text from customer_wishes w join leads on leads.kind = lead_kind and leads.id = lead_id
    where code = ${code} order by w.id`

const plain = (path: string, fields: Record<string, string>, headers = newVisitor()) =>
  app.send('POST', path, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  })

test('a repeat after a lost answer gets the first answer, whatever the browser measured meanwhile', async () => {
  for (const [path, form] of calls) {
    const phone = newPhone()
    const key = { 'idempotency-key': newKey(), ...newVisitor() }
    const first = await app.post(path, { ...form, phone, elapsedMs: 3000 }, key)
    expect([path, first.status]).toEqual([path, 201])
    const measured = {
      elapsedMs: 9000,
      provenance: { landing: '/tratte/', utmSource: 'x' },
      website: '',
      language: 'en',
      ...('formSource' in form && { formSource: 'sticky-footer' }),
    }
    const entries = Object.entries({ ...form, phone, ...measured })
    const again = await app.post(path, Object.fromEntries(entries.reverse()), key)
    expect([path, again.status, again.body]).toEqual([path, 201, first.body])
    expect(await leadsOf(phone)).toHaveLength(1)
  }
})

test('a repeat that calls another of the three commands finds the request, also at the same moment', async () => {
  const phone = newPhone()
  const key = { 'idempotency-key': newKey(), ...newVisitor() }
  const first = await app.post('/api/contacts', { ...ride, ...person, phone, message: 'Due seggiolini' }, key)
  const again = await app.post('/api/bookings', { ...ride, ...person, phone, notes: 'Due seggiolini' }, key)
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(await leadsOf(phone)).toHaveLength(1)

  const other = newPhone()
  const from = newVisitor()
  const sameKey = { 'idempotency-key': newKey(), ...from }
  const replies = await Promise.all(
    calls.map(([path, form]) => app.post(path, { ...form, phone: other }, sameKey)),
  )
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(await leadsOf(other)).toHaveLength(1)
})

test('a repeat with other content is refused in each language, and one call sends the difference as a change', async () => {
  const staff = await app.logIn()
  for (const [path, form] of calls) {
    const phone = newPhone()
    const key = newKey()
    const from = newVisitor()
    const keyed = { 'idempotency-key': key, ...from }
    const first = await app.post(path, { ...form, phone }, keyed)
    await app.sql`update leads set status = 'preventivo', answered_at = now() where kind = 'availability_request' and id = ${first.body.id}`
    const changed = { ...form, phone, time: '10:30', passengers: '4' }
    for (const language of languages) {
      const refused = await app.post(path, changed, { ...keyed, 'accept-language': language })
      const message = languageWith(language).t('api.leadStored')
      expect([path, refused.status, refused.body.detail, refused.body.errors]).toEqual([
        path,
        409,
        message,
        [{ path: 'key', message }],
      ])
    }
    expect(await leadsOf(phone)).toHaveLength(1)

    const sent = await app.post('/api/request-changes', { ...changed, key }, from)
    expect([sent.status, sent.body]).toEqual([200, { ...first.body, calendarPath: null }])
    const again = await app.post('/api/request-changes', { ...changed, key, elapsedMs: 9000 }, from)
    expect([again.status, again.body]).toEqual([200, sent.body])
    const [wish, ...more] = await wishesOf(first.body.code)
    expect(more).toEqual([])
    expect(wish?.kind).toBe('change')
    expect(wish?.text.split('\n')).toEqual([
      'Orario: 09:00 → 10:30',
      'Passeggeri: 2 → 4',
      expect.stringMatching(/^Prezzo: /),
    ])

    // Staff read the change in the inbox and in a mail, and the guest sees it on the status page.
    const [stored] = await leadsOf(phone)
    const { body: lead } = await app.get(`/api/admin/leads/${stored?.kind}/${first.body.id}`, staff)
    expect(lead.notes).toContain('Passeggeri: 2 → 4')
    expect(lead.isRead).toBe(false)
    expect((await app.get(first.body.statusPath)).text).toContain('Modifica chiesta il')
    await app.drain()
    for (const address of office) {
      const mails = mailbox.to(address).filter(({ subject }) => subject.includes('una modifica: '))
      expect(mails.filter(({ text }) => text.includes(first.body.code)).length).toBe(1)
      expect(mails.at(-1)?.text).toContain('Orario: 09:00 → 10:30')
    }
  }
})

test('staff can save a request to which its customer has added the longest change', async () => {
  const [staff, key, from] = [await app.logIn(), newKey(), newVisitor()]
  const form = { ...ride, ...person, phone: newPhone(), message: 'a'.repeat(2000) }
  const { body: lead } = await app.post('/api/contacts', form, { 'idempotency-key': key, ...from })
  const changed = { ...form, message: 'b'.repeat(2000), address: 'c'.repeat(200), key }
  expect((await app.post('/api/request-changes', changed, from)).status).toBe(200)
  const path = `/api/admin/contacts/${lead.id}`
  const { notes, updatedAt } = (await app.get(path, staff)).body
  const saved = await app.send('PATCH', path, { notes: `${notes}\nRichiamata`, updatedAt }, staff)
  expect([saved.status, saved.body.notes]).toEqual([200, `${notes}\nRichiamata`])
})

test('only the whole key of the form changes a request, and an unchanged form gets the first answer', async () => {
  const [phone, key, from] = [newPhone(), newKey(), newVisitor()]
  const form = { ...ride, ...person, phone }
  const first = await app.post('/api/contacts', form, { 'idempotency-key': key, ...from })
  const change = (more: object) => app.post('/api/request-changes', { ...form, ...more }, from)
  expect((await change({ passengers: '8', key: newKey() })).status).toBe(404)
  // Keys that a person could guess grant nothing.
  const short = { 'idempotency-key': 'prova-1', ...newVisitor() }
  expect((await app.post('/api/contacts', { ...form, phone: newPhone() }, short)).status).toBe(201)
  expect((await change({ passengers: '8', key: 'prova-1' })).status).toBe(422)
  const same = await change({ key })
  expect([same.status, same.body]).toEqual([200, first.body])
  expect(await wishesOf(first.body.code)).toEqual([])

  await app.sql`update leads set status = 'persa' where kind = 'contact' and id = ${first.body.id}`
  const closed = await change({ passengers: '8', key })
  expect(closed.status).toBe(409)
  expect(closed.body.detail).not.toBe('')
  expect(await wishesOf(first.body.code)).toEqual([])
})

test('rows of the previous release are compared by their whole input, and its processes still find their own', async () => {
  const [phone, key, from] = [newPhone(), newKey(), newVisitor()]
  const form = { ...ride, ...person, phone, elapsedMs: 3000 }
  const keyed = { 'idempotency-key': key, ...from }
  const first = await app.post('/api/contacts', form, keyed)
  const row = await app.sql`
    update idempotency_keys set content_hash = null where reply->>'code' = ${first.body.code}
    returning http, input_hash`
  expect(row).toEqual([{ http: 'POST /api/contacts', inputHash: expect.stringMatching(/^[\w-]{22}$/) }])
  expect((await app.post('/api/contacts', form, keyed)).body).toEqual(first.body)
  // The old hash cannot tell whether the person has changed something: one call more confirms that nothing has.
  const again = await app.post('/api/contacts', { ...form, elapsedMs: 9000 }, keyed)
  expect(again.status).toBe(409)
  expect((await app.post('/api/request-changes', { ...form, key }, from)).body).toEqual(first.body)
  expect(await leadsOf(phone)).toHaveLength(1)
})

test('without JavaScript a repeat with other content is a page with two buttons, in each language', async () => {
  for (const language of languages) {
    const { t } = languageWith(language)
    for (const path of ['/richiesta/', '/contatti/']) {
      const form = { ...ride, ...person, phone: newPhone(), privacyAccepted: 'on', language }
      const send = (more: object) => plain(localPath(t, path), { ...form, ...more })
      // A refused form is shown again with a key, which the browser sends from then on.
      const refused = await send({ email: 'anna@' })
      expect(refused.status).toBe(422)
      const [, key = ''] = refused.text.match(/name="key" value="([^"]+)"/) ?? []
      expect([path, key.length]).toEqual([path, 36])
      expect((await send({ key })).status).toBe(303)
      expect((await send({ key })).status).toBe(303)
      const repeat = await send({ key, message: 'Alle 11' })
      expect([repeat.status, repeat.text.includes('Alle 11')]).toEqual([409, true])
      const buttons = [...repeat.text.matchAll(/<button([^>]*)>([^<]*)<\/button>/g)].flatMap(
        ([, marks = '', label]) => {
          const act = marks.match(/value="(modifica|nuova)"/)?.[1]
          return act && marks.includes('type="submit"') && marks.includes('name="azione"')
            ? [[act, label]]
            : []
        },
      )
      expect(buttons).toEqual([
        ['modifica', t('request.sendChange')],
        ['nuova', t('request.sendNew')],
      ])
      const changed = await send({ key, message: 'Alle 11', azione: 'modifica' })
      expect(changed.status).toBe(303)
      const [lead, ...more] = await leadsOf(form.phone)
      expect(more).toEqual([])
      expect(await wishesOf(lead?.code ?? '')).toEqual([
        { kind: 'change', text: 'Messaggio: (vuoto) → Alle 11' },
      ])
      expect((await app.get(changed.headers.get('location') ?? '')).text).toContain(lead?.code)
      expect((await send({ key, message: 'Alle 11', azione: 'nuova' })).status).toBe(303)
      expect(await leadsOf(form.phone)).toHaveLength(2)
    }
  }
})

test('a sender whose tool fills in the hidden field is asked to send again, and then stored with a mark for staff', async () => {
  const staff = await app.logIn()
  for (const [path, form] of calls)
    for (const guard of [{ website: 'https://www.cliente.example', elapsedMs: 9000 }, { elapsedMs: 300 }]) {
      const phone = newPhone()
      const email = `robot-${phone.slice(-5)}@cliente.example`
      const key = { 'idempotency-key': newKey(), ...newVisitor() }
      const typed = { ...form, phone, email, ...guard }
      const first = await app.post(path, typed, { ...key, 'accept-language': 'de' })
      expect([path, first.status, first.body.detail]).toEqual([path, 422, languageWith('de').t('api.robot')])
      expect(await leadsOf(phone)).toEqual([])
      const second = await app.post(path, typed, key)
      expect([path, second.status]).toEqual([path, 201])
      // The answer to the second attempt may be lost, too.
      expect((await app.post(path, { ...typed, website: '', elapsedMs: 20_000 }, key)).body).toEqual(
        second.body,
      )
      expect(await leadsOf(phone)).toEqual([
        expect.objectContaining({ id: second.body.id, isSuspected: true }),
      ])
      const { items } = (await app.get(`/api/admin/leads?search=${second.body.code}`, staff)).body
      expect(items).toEqual([expect.objectContaining({ isSuspected: true, status: 'nuova' })])
      await app.drain()
      expect(mailbox.to(email)).toEqual([])
      const [mail] = mailbox.to(office[0] ?? '').filter(({ text }) => text.includes(second.body.code))
      expect(mail?.text).toContain('Attenzione: forse un robot')
    }
})

test('without JavaScript the second attempt counts, and nothing typed is lost', async () => {
  const form = {
    ...person,
    phone: newPhone(),
    message: 'Ciao',
    privacyAccepted: 'on',
    website: 'https://x.example',
  }
  const first = await plain('/contatti/', form)
  expect(first.status).toBe(422)
  expect(first.text).toContain('premi ancora una volta «Invia»')
  for (const [, value] of Object.entries({ ...form, privacyAccepted: 'Ciao' }))
    expect(first.text).toContain(value)
  expect((await plain('/contatti/', form)).status).toBe(303)
  expect(await leadsOf(form.phone)).toEqual([expect.objectContaining({ isSuspected: true })])
})

test('a robot that sends each form twice still meets the limit of its network', async () => {
  await app.inOneWindow()
  const from = newVisitor()
  const statuses: number[] = []
  for (let index = 0; index < 3; index++) {
    const spam = { ...person, phone: newPhone(), website: 'https://spam.example' }
    for (let time = 0; time < 2; time++) statuses.push((await app.post('/api/contacts', spam, from)).status)
  }
  expect(statuses).toEqual([422, 201, 422, 201, 422, 429])
})

test('a lead of the phone that staff save again after a lost answer is stored once', async () => {
  const key = { ...(await app.logIn()), 'idempotency-key': newKey() }
  const form = { name: 'Anna Conte', phone: newPhone() }
  const first = await app.post('/api/admin/leads', form, key)
  expect(first.status).toBe(201)
  expect((await app.post('/api/admin/leads', form, key)).body).toEqual(first.body)
  expect((await app.post('/api/admin/leads', { ...form, name: 'Ugo' }, key)).status).toBe(409)
  expect(await leadsOf(form.phone)).toHaveLength(1)
})
