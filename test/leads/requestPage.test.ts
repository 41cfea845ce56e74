import { expect, test } from 'vitest'
import { dayAfter, romanMoment } from '../../src/kernel/romanDay.ts'
import { languageWith } from '../../src/languages/catalogs.ts'
import { languages } from '../../src/languages/messages.ts'
import { localPath } from '../../src/languages/paths.ts'
import { statusLink } from '../../src/modules/leads/lead/link.queries.ts'
import { openApp, startApp } from '../app.ts'
import { axeProblems, openBrowser } from '../browser.ts'
import { dayIn, given } from '../given.ts'
import { office, openOfficeMailbox } from '../mailbox.ts'
import { newAddress, newVisitor } from '../newAddress.ts'
import { giveTrip } from '../rides.ts'

/** The app of tests that look only at their own request, found by its code, and at the mails that name this code. */
const app = await openApp({ data: 'demo' })
const mailbox = await openOfficeMailbox(app)

const trip = given.request({
  name: 'Anna Conte',
  destination: 'Gallipoli',
  passengers: '2',
  date: dayIn(200),
  time: '09:30',
  formSource: 'pagina',
  privacyAccepted: true,
})

/** Sends a request of this person, whose name no other test has. */
async function requested(name: string): Promise<{ id: number; code: string; path: string; token: string }> {
  const { id, code } = await given.lead(app, 'request', { ...trip, name })
  const path = new URL(statusLink({ code }, app.runtime.context)).pathname
  return { id, code, path, token: path.split('/')[2] ?? '' }
}

const form = (path: string, fields: Record<string, string>) =>
  app.send('POST', path, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    ...newVisitor(),
  })

test('a customer requests a change: a note and one mail to each office address, however often it is sent', async () => {
  const { id, code, path, token } = await requested('Anna Conte')
  await app.drain()
  const before = mailbox.to(office[0] ?? '').length
  const text = 'Arriviamo alle 11:00 <b>e</b> siamo in 3'
  const from = newVisitor()
  const first = await app.post(`/api/requests/${token}/changes`, { text }, from)
  expect(first.status).toBe(200)
  expect(first.body).toMatchObject({ code, canCancel: true, canChange: true })
  expect(Date.parse(first.body.changeAskedAt)).toBeGreaterThan(Date.now() - 60_000)
  expect((await app.post(`/api/requests/${token}/changes`, { text }, from)).body).toEqual(first.body)
  await app.drain()
  expect(await app.sql`select notes, status from availability_requests where id = ${id}`).toEqual([
    {
      notes: expect.stringMatching(/, il cliente chiede: Arriviamo alle 11:00 <b>e<\/b> siamo in 3$/),
      status: 'nuova',
    },
  ])
  for (const address of office) {
    const [mail, ...others] = mailbox.to(address).slice(before)
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`Il cliente chiede una modifica: ${code}, Aeroporto Brindisi → Gallipoli`)
    expect(mail?.text).toContain(text)
    expect(mail?.html).toContain('&#60;b&#62;')
    expect(mail?.replyTo).toEqual(['anna@example.com'])
  }
  expect((await app.get(path)).text).toContain('Modifica chiesta')
  for (const [address, sentence] of [
    [path, 'da Aeroporto Brindisi a Gallipoli, e avvisiamo'],
    [`/de/anfrage/${token}/`, 'Flughafen Brindisi – Gallipoli, und informieren'],
    [`/fr/demande/${token}/`, 'Aéroport de Brindisi – Gallipoli, et prévenons'],
  ] as const)
    expect((await app.get(address)).text).toContain(`${code}, ${sentence}`)
  // Neither the status page nor the events contain the text of the change.
  expect((await app.get(path)).text).not.toContain('Arriviamo')
  expect(JSON.stringify(await app.sql`select type, payload from outbox`)).not.toContain('Arriviamo')
  await app.sql`update leads set notes = 'Chiamata' where kind = 'availability_request' and id = ${id}`
  expect((await app.post(`/api/requests/${token}/changes`, { text: 'Anzi, alle 12' }, from)).status).toBe(200)
  const [{ notes }] = await app.sql<
    [{ notes: string }]
  >`select notes from availability_requests where id = ${id}`
  expect(notes).toMatch(/^Chiamata\n.*Anzi, alle 12$/)
})

test('a customer cancels once: the request is closed, office and customer get a mail, a second time changes nothing', async () => {
  const { id, code, path, token } = await requested('Anna Disdetta')
  await app.sql`update leads set status = 'confermata' where kind = 'availability_request' and id = ${id}`
  const sent = await form(path, { azione: 'annulla' })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, path])
  expect((await form(path, { azione: 'annulla' })).status).toBe(303)
  expect((await app.post(`/api/requests/${token}/cancel`, {}, newVisitor())).body).toMatchObject({
    state: 'Annullata',
    canCancel: false,
    canChange: false,
    hasCalendar: false,
  })
  await app.drain()
  const about = (address = '') =>
    mailbox.to(address).filter(({ subject, text }) => subject.includes('annullata') && text.includes(code))
  expect(about(office[1])).toHaveLength(1)
  const proofs = about('anna@example.com')
  expect(proofs.map(({ subject }) => subject)).toEqual([
    'Richiesta annullata: Aeroporto Brindisi → Gallipoli',
  ])
  expect(proofs[0]?.text).toContain('Hai annullato questa richiesta')
  expect(proofs[0]?.text).toContain(path)
  expect(await app.sql`select status from availability_requests where id = ${id}`).toEqual([
    { status: 'persa' },
  ])
  const events = await app.sql`
    select type from outbox join customer_wishes on payload->'wishId' = to_jsonb(customer_wishes.id)
    where type = 'leads:requestCancelled' and lead_kind = 'availability_request' and lead_id = ${id}`
  expect(events).toHaveLength(1)
  const page = await app.get(path)
  expect(page.text).toContain('Annullata')
  expect(page.text).not.toContain('name="azione"')
  expect((await app.get(`${path}transfer.ics`)).text).toContain('STATUS:CANCELLED')
  const late = await app.post(`/api/requests/${token}/changes`, { text: 'Ci ripenso' }, newVisitor())
  expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining('è chiusa')])
  const wishes = () => app.sql`
    select kind from customer_wishes where lead_kind = 'availability_request' and lead_id = ${id}`
  expect(await wishes()).toEqual([{ kind: 'cancel' }])
  // Once staff reopen a lead, the customer sees the status that staff set.
  await app.sql`update leads set status = 'contattata' where kind = 'availability_request' and id = ${id}`
  expect((await app.get(path)).text).toContain('In lavorazione')
  await app.sql`delete from leads where kind = 'availability_request' and id = ${id}`
  expect(await wishes()).toEqual([])
  expect((await app.get(path)).status).toBe(404)
})

test('wrong links, empty texts, past trips, messages and floods change nothing', async () => {
  const { path, token } = await requested('Anna Errori')
  const from = (address: string) => ({ 'x-forwarded-for': address })
  for (const one of [`${token.slice(0, 7)}${'A'.repeat(22)}`, 'ABCDEF', token.toLowerCase()]) {
    expect((await app.post(`/api/requests/${one}/cancel`, {}, from('203.0.113.5'))).status).toBe(404)
    expect((await app.post(`/api/requests/${one}/changes`, { text: 'x' }, from('203.0.113.6'))).status).toBe(
      404,
    )
    expect((await form(`/richiesta/${one}/`, { azione: 'annulla' })).status).toBe(404)
  }
  for (const text of ['', '   ', 'x'.repeat(1001), 7, null])
    expect((await app.post(`/api/requests/${token}/changes`, { text }, from('203.0.113.9'))).status).toBe(422)
  const refused = await form(path, { azione: 'modifica', text: ' ' })
  expect([refused.status, refused.text.includes('Scrivi che cosa vuoi cambiare')]).toEqual([422, true])

  const past = await requested('Anna Ieri')
  await app.sql`update rides set asked_day = '2026-01-10'
    where (lead_kind, lead_id) = (select kind, id from leads where code = ${past.code})`
  expect((await app.post(`/api/requests/${past.token}/cancel`, {}, from('203.0.113.8'))).status).toBe(409)
  expect((await app.get(past.path)).text).not.toContain('name="azione"')
  await app.sql`update leads set status = 'confermata' where kind = 'availability_request' and code = ${past.code}`
  const [ended, coming] = [(await app.get(past.path)).text, 'l’autista ti aspetta']
  expect([ended.includes('Viaggio concluso'), ended.includes(coming)]).toEqual([true, false])
  await app.sql`update leads set status = 'nuova' where kind = 'availability_request' and code = ${past.code}`
  const contact = await given.lead(app, 'contact', { ...trip, message: 'Ciao' })
  const message = new URL(statusLink(contact, app.runtime.context)).pathname.split('/')[2]
  expect((await app.post(`/api/requests/${message}/cancel`, {}, from('203.0.113.8'))).status).toBe(409)
  expect(
    (await app.post(`/api/requests/${message}/changes`, { text: 'E poi' }, from('203.0.113.8'))).status,
  ).toBe(200)
  await app.sql`update leads set status = 'confermata' where kind = 'contact' and id = ${contact.id}`
  expect((await app.get(`/api/requests/${message}`)).body).toMatchObject({
    state: 'Chiusa',
    phase: 'closed',
    canChange: false,
  })

  await app.inOneWindow()
  for (let index = 0; index < 5; index++)
    await app.post(`/api/requests/${token}/changes`, { text: `Volta ${index}` }, from('203.0.113.7'))
  const flood = await app.post(`/api/requests/${token}/changes`, { text: 'Ancora' }, from('203.0.113.7'))
  expect(flood.status).toBe(429)
  expect(await app.sql`select status, notes from availability_requests where code = ${past.code}`).toEqual([
    { status: 'nuova', notes: null },
  ])
})

test('a ride is over when its driver reports it or its time is past, and can then be neither cancelled nor changed', async () => {
  await using app = await startApp({ data: 'demo' })
  const { sql } = app
  const day = dayIn(20)
  const [vehicle] = await sql<[{ id: number }]>`
    insert into vehicles (plate, kind, seats, bags) values ('GF123KL', 'berlina', 3, 3) returning id`
  const [driver] = await sql<[{ id: number }]>`
    insert into drivers (name, phone) values ('Ugo', '347 1234567') returning id`
  let leads = 0
  /** Stores a confirmed lead with a trip for each given state. */
  async function ridden(form: object, trips: { there?: string; back?: string }): Promise<string> {
    leads += 1
    app.runtime.context.clock.now = () => new Date()
    const phone = `+39 347 ${4_000_000 + leads}`
    const lead = await given.lead(app, 'booking', { date: day, time: '09:30', phone, ...form })
    await sql`update leads set status = 'confermata' where kind = 'booking' and id = ${lead.id}`
    for (const [direction, state] of Object.entries(trips)) {
      const pickup = romanMoment(direction === 'there' ? day : dayAfter(day, 7), '09:30')
      const isAssigned = state !== 'planned' && state !== 'cancelled'
      const [vehicleId, driverId] = isAssigned ? [vehicle.id, driver.id] : [null, null]
      const [trip] = await sql<[{ id: number }]>`
        insert into trips (direction, from_place, to_place, pickup_at, ends_at, passengers, bags, state, vehicle_id,
          driver_id)
        values (${direction}, 'Lecce', 'Otranto', ${pickup}, ${new Date(pickup.getTime() + 3_600_000)}, 2, 2, ${state},
          ${vehicleId}, ${driverId}) returning id`
      await giveTrip(sql, lead.id, trip.id, direction)
    }
    return lead.statusPath
  }
  const at = (path: string, time: string, days = 0) => {
    app.runtime.context.clock.now = () => romanMoment(dayAfter(day, days), time)
    return app.get(`/api/requests/${path.split('/').at(-2)}`)
  }
  const refusals = async (path: string, language: string) => {
    const post = (act: string, input: object) =>
      app.post(`/api/requests/${path.split('/').at(-2)}/${act}`, input, {
        'x-forwarded-for': newAddress(),
        'accept-language': language,
      })
    const answers = [await post('cancel', {}), await post('changes', { text: 'Alle 11' })]
    return answers.map(({ status, body }) => [status, body.detail])
  }
  const over = {
    state: 'Viaggio concluso',
    phase: 'over',
    canCancel: false,
    canChange: false,
    hasCalendar: false,
  }
  const ahead = { state: 'Confermata', phase: 'open', canCancel: true, canChange: true, hasCalendar: true }

  // The driver reports the end before its planned time. Without a report the ride ends some hours after the pick-up.
  expect((await at(await ridden({}, { there: 'finished' }), '09:50')).body).toMatchObject(over)
  for (const trips of [{ there: 'planned' }, {}]) {
    const path = await ridden({}, trips)
    expect((await at(path, '15:29')).body).toMatchObject(ahead)
    expect((await at(path, '15:30')).body).toMatchObject(over)
  }
  // A late ride is not over at midnight. A delayed ride is not over while its driver reports steps.
  const late = await ridden({ time: '23:30' }, {})
  expect((await at(late, '00:30', 1)).body).toMatchObject(ahead)
  const reports = { started: 'Autista in viaggio', aboard: 'In viaggio', onSite: 'Autista sul posto' }
  const delayed = await ridden({}, { there: 'started' })
  for (const [report, state] of Object.entries(reports)) {
    await sql`update trips set state = ${report} where id = (select max(id) from trips)`
    expect((await at(delayed, '20:00')).body).toMatchObject({ ...ahead, state, canCancel: false })
  }
  // The reports of a joined ride concern several places, so the page does not repeat them.
  await sql`
    insert into rides (trip_id, direction, from_place, to_place, pickup_at, ends_at, passengers, bags)
    select id, direction, from_place, to_place, pickup_at, ends_at, 1, 1 from trips order by id desc limit 1`
  expect((await at(delayed, '20:00')).body).toMatchObject({ ...ahead, canCancel: false })
  expect((await refusals(delayed, 'it'))[0]).toEqual([409, expect.stringContaining('chiamaci')])
  expect((await at(delayed, '10:31', 1)).body).toMatchObject(over)

  const andBack = { returnTrip: true, returnDate: dayAfter(day, 7), returnTime: '09:30' }
  const there = await ridden(andBack, { there: 'finished', back: 'planned' })
  expect((await at(there, '12:00', 1)).body).toMatchObject({
    ...ahead,
    canCancel: false,
    stateText: 'Il ritorno è confermato: l’autista ti aspetta.',
  })
  expect((await at(there, '16:00', 7)).body).toMatchObject(over)
  const toAgree = await ridden({ returnTrip: true }, { there: 'finished' })
  expect((await at(toAgree, '12:00', 9)).body).toMatchObject({
    phase: 'open',
    canCancel: false,
    canChange: true,
    stateText: expect.stringContaining('da concordare'),
  })
  const onlyThere = await ridden(andBack, { there: 'finished', back: 'cancelled' })
  expect((await at(onlyThere, '12:00', 1)).body).toMatchObject(over)

  const finished = await ridden({}, { there: 'finished' })
  const missed = await ridden({}, { there: 'noShow' })
  for (const language of languages) {
    const { t } = languageWith(language)
    const page = async (path: string) => (await app.get(localPath(t, path))).text
    await at(finished, '10:00')
    for (const words of [t('state.over'), t('state.overText'), t('status.newRequest'), t('review.write')])
      expect(await page(finished)).toContain(words)
    for (const words of [t('state.noShow'), t('state.noShowText'), t('status.newRequest')])
      expect(await page(missed)).toContain(words)
    for (const path of [finished, missed]) {
      expect(await page(path)).not.toContain(t('state.confirmedText'))
      expect(await page(path)).not.toContain('name="azione"')
    }
    expect(await refusals(finished, language)).toEqual([
      [409, t('api.rideOver')],
      [409, t('api.rideOver')],
    ])
    expect(await refusals(missed, language)).toEqual([
      [409, t('api.cannotCancel')],
      [409, t('api.closed')],
    ])
    expect(await page(missed)).not.toContain(t('review.write'))
  }
  // A request that was never confirmed is closed once its time is past.
  const unanswered = await ridden({}, {})
  await sql`update leads set status = 'nuova' where kind = 'booking'`
  expect((await at(unanswered, '16:00')).body).toMatchObject({ state: 'Chiusa', phase: 'closed' })
  // Only the customer of the delayed ride could ask for a change.
  expect(await sql`select kind from customer_wishes`).toEqual([{ kind: 'change' }])
})

test('the page of a request works without JavaScript and by keyboard, and passes axe in each state', async () => {
  await using browser = await openBrowser()
  const { id, code, path } = await requested('Anna Pagina')
  for (const javaScriptEnabled of [true, false]) {
    const page = await browser.page({
      viewport: { width: 320, height: 700 },
      baseURL: app.origin,
      javaScriptEnabled,
    })
    await page.goto(path)
    await page.getByText('Vuoi cambiare qualcosa?').focus()
    await page.keyboard.press('Enter')
    // The page, not the browser, says what is missing.
    await page.getByRole('button', { name: 'Invia all’ufficio' }).click()
    await page.getByText('Scrivi che cosa vuoi cambiare').waitFor()
    await page.getByLabel('Che cosa cambia?').fill(javaScriptEnabled ? 'Siamo in 3' : 'Siamo in 4')
    if (javaScriptEnabled) {
      await page.getByText('Vuoi annullare?').click()
      expect(await axeProblems(page)).toEqual([])
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0)
    }
    await page.getByRole('button', { name: 'Invia all’ufficio' }).click()
    await page.getByText('Modifica chiesta').waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
  }
  expect(
    await app.sql`select text from customer_wishes where lead_kind = 'availability_request' and lead_id = ${id} order by id`,
  ).toEqual([{ text: 'Siamo in 3' }, { text: 'Siamo in 4' }])
  const page = await browser.page({ viewport: { width: 390, height: 844 }, baseURL: app.origin })
  await page.goto(path)
  await page.getByText('Vuoi annullare?').click()
  await page.getByRole('button', { name: `Annulla la richiesta ${code}` }).click()
  await page.getByText('Annullata', { exact: true }).waitFor()
  // The heading has no sign of success, because the sign would contradict the words.
  const sign = page.getByRole('heading', { name: 'Annullata' }).locator('span')
  await expect.poll(() => sign.getAttribute('class')).not.toContain('bg-leaf')
  await page.getByRole('link', { name: 'Nuova richiesta' }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  expect(browser.problems().filter((one) => !one.includes('status of 422'))).toEqual([])
})
