import { expect, test } from 'vitest'
import { dayAfter, romanMidnight } from '../../src/kernel/romanDay.ts'
import { languageWith } from '../../src/languages/catalogs.ts'
import { languages } from '../../src/languages/messages.ts'
import { localPath } from '../../src/languages/paths.ts'
import type { FareAnswer } from '../../src/modules/catalog/fares/contract.ts'
import { eventually, openApp } from '../app.ts'
import { dayIn, given } from '../given.ts'

const app = await openApp({ data: 'demo' })
const staff = await app.logIn()

const fieldsOf = (body: { errors: { path: string }[] }) => body.errors.map(({ path }) => path)
const post = (form: object) => app.post('/api/admin/closed-days', form, staff)

const ride = { from: 'Aeroporto Brindisi', to: 'Gallipoli', passengers: '2' }

/** Returns whether staff must confirm the ride. Expects the usual prices in both cases. */
async function isUnsure(question: Record<string, string>): Promise<boolean> {
  const { body } = await app.get<FareAnswer>(`/api/fares?${new URLSearchParams({ ...ride, ...question })}`)
  expect(body.offers.map(({ vehicle, total }) => `${vehicle} ${total}`)).toEqual([
    'berlina 110',
    'economy 80',
  ])
  const [first, ...others] = body.offers.map(({ isIndicative }) => isIndicative)
  expect(others.every((one) => one === first)).toBe(true)
  return first ?? false
}

test('a day is closed or limited once; the list shows the latest day first', async () => {
  const closed = await post({ day: dayIn(40), reason: 'Natale' })
  expect([closed.status, closed.body.maxTripsPerHour]).toEqual([201, 0])
  expect((await post({ day: dayIn(40), reason: 'Ancora' })).status).toBe(409)
  expect((await post({ day: dayIn(50), reason: 'Notte della Taranta', maxTripsPerHour: 2 })).status).toBe(201)
  const bad = await post({ day: '2027-02-30', reason: '', maxTripsPerHour: 1.5 })
  expect([bad.status, ...fieldsOf(bad.body).sort()]).toEqual([422, 'day', 'maxTripsPerHour', 'reason'])
  // An emptied field is neither a closed day nor a day without a limit.
  const empty = await post({ day: dayIn(45), reason: 'Festa', maxTripsPerHour: null })
  expect([empty.status, ...fieldsOf(empty.body)]).toEqual([422, 'maxTripsPerHour'])
  const { body } = await app.get('/api/admin/closed-days', staff)
  expect(body.items.map(({ day }: { day: string }) => day)).toEqual([dayIn(50), dayIn(40)])
})

const inWords: Record<string, string[]> = {
  it: ['Ti confermiamo il viaggio per', 'Prezzo fisso per'],
  en: ['We will confirm your ride for', 'Fixed price for'],
  de: ['Fahrt noch zu bestätigen', 'Festpreis für'],
  fr: ['Nous vous confirmerons le trajet', 'Prix fixe pour'],
}
const translated = languages.filter((language) => inWords[language])

test('nothing promises a ride on a closed day: fare, pages in each language, stored request, reply, status', async () => {
  const day = dayIn(60)
  const trip = { departure: ride.from, destination: ride.to, giorno: day, passeggeri: '2' }
  const words = () =>
    Promise.all(
      translated.map(async (language) => {
        const path = localPath(languageWith(language).t, '/risultati-ricerca/')
        const { text } = await app.get(`${path}?${new URLSearchParams(trip)}`)
        return [language, ...(inWords[language] ?? []).map((one) => text.includes(one)), text.includes('110')]
      }),
    )
  expect(await words()).toEqual(translated.map((one) => [one, false, true, true]))
  expect(await isUnsure({ day })).toBe(false)
  const { body: closed } = await post({ day, reason: 'Matrimonio di Ugo' })
  await eventually(async () =>
    expect(await words()).toEqual(translated.map((one) => [one, true, false, true])),
  )
  expect(await isUnsure({ day })).toBe(true)
  expect(await isUnsure({ day, time: '23:30' })).toBe(true)
  expect(await isUnsure({ day: dayIn(61) })).toBe(false)
  expect(await isUnsure({ day: dayIn(59), return: 'true', returnDay: day })).toBe(true)
  expect(await isUnsure({ day: dayIn(59), return: 'false', returnDay: day })).toBe(false)

  const route = await app.get(`/tratte/transfer-aeroporto-brindisi-gallipoli/?giorno=${day}`)
  expect(inWords.it?.map((one) => route.text.includes(one))).toEqual([true, false])
  const form = (await app.get(`/richiesta/?${new URLSearchParams(trip)}`)).text
  expect([form.includes('ti confermiamo'), form.includes('prezzo fisso</span>')]).toEqual([true, false])
  // Only staff read why a day is closed.
  expect(form).not.toContain('Matrimonio')

  const asked = { departure: ride.from, destination: ride.to, passengers: '2', date: day, time: '10:00' }
  const sent = await given.lead(app, 'booking', { ...asked, language: 'de' })
  const { body: lead } = await app.get(`/api/admin/leads/booking/${sent.id}`, staff)
  expect(lead).toMatchObject({ price: '110', quoteSource: 'listed' })
  expect(lead.quote).toMatch(/^Berlina, 110\s€ per veicolo \(ti confermiamo il viaggio\)$/)
  expect(lead.reply.text).toContain('Wir bestätigen die Fahrt so bald wie möglich.')
  expect(lead.reply.text).not.toContain('Der Preis ist fest')

  // The lead keeps what its customer read, even after the day is open again.
  expect((await app.send('DELETE', `/api/admin/closed-days/${closed.id}`, undefined, staff)).status).toBe(204)
  await eventually(async () => expect(await isUnsure({ day })).toBe(false))
  expect((await app.get(sent.statusPath)).text).toContain('(Fahrt noch zu bestätigen)')
})

test('an hour is not promised once as many trips begin in it as the day allows', async () => {
  // On a July day no change of the clock skips or repeats an hour.
  const day = `${Number(dayIn(0).slice(0, 4)) + 1}-07-15`
  const at = (hour: number) => new Date(romanMidnight(day).getTime() + hour * 3_600_000).toISOString()
  const add = async (hour: number): Promise<number> =>
    (
      await app.post(
        '/api/admin/trips',
        { from: 'Lecce', to: 'Otranto', pickupAt: at(hour), endsAt: at(hour + 1), passengers: 2, bags: 0 },
        staff,
      )
    ).body.id
  const change = (id: number, form: object) => app.send('PATCH', `/api/admin/trips/${id}`, form, staff)
  await add(10)
  const { body: limited } = await post({ day, reason: 'Festa', maxTripsPerHour: 2 })
  expect(await isUnsure({ day, time: '10:30' })).toBe(false)

  // Two dispatchers at the same time add the two trips that the hour from 18:00 allows.
  const [second] = await Promise.all([add(10), add(18), add(18)])
  const known = () =>
    Promise.all(['09:59', '10:00', '10:59', '11:00', '18:15'].map((time) => isUnsure({ day, time })))
  await eventually(async () => expect(await known()).toEqual([false, true, true, false, true]))
  expect(await isUnsure({ day })).toBe(true)
  expect(await isUnsure({ day: dayAfter(day), time: '10:00' })).toBe(false)

  expect((await change(second ?? 0, { pickupAt: at(11), endsAt: at(12) })).status).toBe(200)
  await eventually(async () => expect(await known()).toEqual([false, false, false, false, true]))
  const form = { day, reason: 'Festa', maxTripsPerHour: 1, updatedAt: limited.updatedAt }
  const saved = await app.send('PUT', `/api/admin/closed-days/${limited.id}`, form, staff)
  expect(saved.status).toBe(200)
  await eventually(async () => expect(await known()).toEqual([false, true, true, true, true]))
  expect((await change(second ?? 0, { state: 'cancelled' })).status).toBe(200)
  await eventually(async () => expect(await known()).toEqual([false, true, true, false, true]))
  await app.sql`delete from trips`
  await eventually(async () => expect(await isUnsure({ day })).toBe(false))
})
