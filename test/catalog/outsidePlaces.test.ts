import { beforeAll, expect, test } from 'vitest'
import { languageWith } from '../../src/languages/catalogs.ts'
import { languages } from '../../src/languages/messages.ts'
import { localPath } from '../../src/languages/paths.ts'
import type { FareAnswer } from '../../src/modules/catalog/fares/contract.ts'
import { openApp } from '../app.ts'
import { given } from '../given.ts'
import { cli } from '../operator.ts'

// A town outside the served area is known, and its visitors hear that they can ask. A text that names something near a
// place gets the price of the place as an estimate.

const app = await openApp({ data: 'demo' })
let staff: Record<string, string>
beforeAll(async () => {
  staff = await app.logIn()
})

const airport = 'Aeroporto Brindisi'
const fare = async (from: string, to: string) =>
  (await app.get<FareAnswer>(`/api/fares?${new URLSearchParams({ from, to, passengers: '2' })}`)).body
const understood = async (q: string) =>
  (await app.get(`/api/locations/understood?${new URLSearchParams({ q })}`)).body
const found = async (q: string) =>
  (await app.get(`/api/locations/search?${new URLSearchParams({ q })}`)).body as unknown[]

const plain = (text: string) => text.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ')

/** Returns the text of the main part of a page. */
async function shown(path: string, query: Record<string, string>): Promise<string> {
  const { text } = await app.get(`${path}?${new URLSearchParams(query)}`)
  const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
  return plain(main.replace(/<[^<>]*>/g, ' '))
}

const outside = [
  ...[
    'Napoli',
    'Matera',
    'Roma',
    'Neapel',
    'Rom',
    'Rome',
    'Naples',
    'Milan',
    'Mailand',
    'Florence',
    'Florenz',
  ],
  ...['aeroporto di Napoli', 'Rome Fiumicino', 'Flughafen Neapel', 'gare de Naples', 'Napoli Centrale'],
  ...['Matera Sassi', 'Amalfi coast', 'Roma Termini', 'San Giovanni Rotondo', 'Reggio Calabria', 'Munich'],
  ...['Hotel Excelsior Napoli', 'Hotel Gallia Milano', 'Gallipoli, Turkey', 'via Toledo 3, Napoli', 'Corfù'],
  ...[
    'transfer to Matera',
    'Taormina',
    'Trani',
    'Vieste',
    'Dubrovnik',
    'Athènes',
    'FCO',
    'München',
    'Policoro',
  ],
]
const misspelt = [
  ...['Napolli', 'Firenzze', 'Barcelonna', 'Francoforte sul Meno', 'Frankfort', 'Venezzia', 'Taormnia'],
  ...['aeroporto di Salernoo', 'Hotel Excelsior, Positanno', 'Parigi', 'Marsiglia', 'Strasburgo'],
]
const unknown = [
  ...['Hotel Firenzze', 'via Napolli 3', 'prezzo', 'Villa Salerni', 'firme', 'quanto costa'],
  ...['via Napoli 3', 'Hotel Roma', 'Villa Napoli', 'Lido Venezia', 'piazza Milano 4', 'asdfgh', 'casa mia'],
  ...['da definire', 'contrada La Marina', 'corso Roma 10'],
]

test('a known town outside the served area is not served, and any other unknown text stays unknown', async () => {
  for (const text of [...outside, ...misspelt]) {
    expect([text, await found(text)]).toEqual([text, []])
    expect([text, await understood(text)]).toEqual([
      text,
      { place: null, isAddress: false, text, reason: 'notServed' },
    ])
    const [to, from] = [await fare(airport, text), await fare(text, airport)]
    expect([text, to]).toMatchObject([text, { from: { id: 4 }, to: null, reason: 'notServed', source: null }])
    expect([text, from]).toMatchObject([text, { from: null, to: { id: 4 }, reason: 'notServed', offers: [] }])
  }
  for (const text of unknown) {
    expect([text, (await understood(text)).reason]).toEqual([text, 'unknownPlace'])
    expect([text, (await fare(airport, text)).reason]).toEqual([text, 'unknownPlace'])
  }
  // Plus codes of maps: the town beside the code counts.
  for (const text of [
    '8WXR+5V Lecce',
    '8WXR+5V Lecce, Provincia di Lecce, Italia',
    '8WXR+5V, 73100 Lecce LE',
  ])
    expect([text, await understood(text)]).toMatchObject([
      text,
      { place: { name: 'Lecce' }, isAddress: true },
    ])
  expect(await understood('gallipoli')).toMatchObject({ place: { name: 'Gallipoli' }, reason: null })
  expect(await understood('Hotel Roma, Lecce')).toMatchObject({ place: { name: 'Lecce' }, isAddress: true })
  // An unknown place at the other end does not make the town known.
  expect(await fare('casa mia', 'Napoli')).toMatchObject({ from: null, to: null, reason: 'notServed' })
  expect((await fare('Roma', 'Napoli')).reason).toBe('notServed')
  // The town of an address counts, not the name of the house.
  const town = new URLSearchParams({ from: airport, to: 'Hotel Lecce', toTown: 'Napoli' })
  expect((await app.get(`/api/fares?${town}`)).body).toMatchObject({ to: null, reason: 'notServed' })
})

test('without JavaScript, results and form say in each language that the town is not served, and how to ask', async () => {
  for (const code of languages) {
    const { t } = languageWith(code)
    const asked = { departure: airport, destination: 'Napoli' }
    const path = localPath(t, '/risultati-ricerca/')
    const results = await shown(path, asked)
    expect([code, results]).toEqual([
      code,
      expect.stringContaining(plain(t('fare.outside', { place: 'Napoli' }))),
    ])
    expect(results).toContain(plain(t('results.outside')))
    expect(results).not.toContain(plain(t('fare.unknownPlace')))
    expect(results).toContain(plain(t('fare.ask')))
    const both = await shown(path, { departure: 'Roma', destination: 'Napoli' })
    expect(both).toContain(plain(t('fare.outsideTrip')))
    expect(await shown(localPath(t, '/richiesta/'), asked)).toContain(plain(t('request.outside')))
    const { text } = await app.get(`${path}?${new URLSearchParams(asked)}`)
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
    const form = new RegExp(
      `<noscript[^>]*><a href="${localPath(t, '/richiesta/')}\\?[^"]*destination=Napoli`,
    )
    expect(main).toMatch(form)
    expect(main).toMatch(/href="https:\/\/wa\.me\/\d+\?text=[^"]*Napoli/)
    expect(main).toMatch(/href="tel:\+\d+"/)
  }
})

test('the command line says that a place is not served, and suggests names for an unknown place', async () => {
  const quote = (to: string) => cli(app, ['prices', 'quote', '--from', airport, '--to', to])
  const outside = await quote('Napoli')
  expect(outside.out).toMatch(/^Aeroporto Brindisi → Napoli on \S+: not served, outside the served area/)
  expect(outside.code).not.toBe(0)
  expect((await quote('Galipolli')).out).toContain('Gallipoli')
  expect((await quote('40.0559, 17.9908')).out).toMatch(/→ Gallipoli on \S+: estimated/)
})

test('a link that says nothing asks for the town in words', async () => {
  const link = 'https://maps.app.goo.gl/AbC123'
  for (const code of languages) {
    const { t } = languageWith(code)
    const results = await shown(localPath(t, '/risultati-ricerca/'), {
      departure: airport,
      destination: link,
    })
    expect(results).toContain(plain(t('fare.closedLink')))
    expect(results).toContain(plain(t('trip.town', { address: link })))
  }
})

test('near a place the price is an estimate, on the page, in the fare and in the receipt, and no route is offered as fixed', async () => {
  for (const near of [
    ...['near the beach of Pescoluse', 'vicino Pescoluse', 'nei pressi di Pescoluse', 'nahe Pescoluse'],
    ...['in der Nähe von Pescoluse', 'près de Pescoluse', 'aux environs de Pescoluse', 'presso Pescoluse'],
  ]) {
    const { to, source, offers } = await fare(airport, near)
    expect([near, to?.name, source, offers.length > 0]).toEqual([near, 'Pescoluse', 'estimated', true])
    expect(offers.every(({ isIndicative }) => isIndicative)).toBe(true)
    expect(await found(near)).toMatchObject([{ name: 'Pescoluse', isAddress: true }])
    const pair = new URLSearchParams({ departure: airport, destination: near })
    expect((await app.get(`/api/routes/search?${pair}`)).body).toEqual([])
  }
  const trip = { departure: airport, destination: 'near the beach of Pescoluse' }
  const results = await shown('/risultati-ricerca/', trip)
  expect(results).toContain('Prezzo indicativo per oggi')
  expect(results).not.toContain('Prezzo fisso')
  const { id } = await given.lead(app, 'request', { ...trip, passengers: '2' })
  const lead = (await app.get(`/api/admin/leads/availability_request/${id}`, staff)).body
  expect(lead.quoteSource).toBe('estimated')
  expect(lead.reply.text).toContain('(prezzo indicativo)')
  expect(lead.reply.text).not.toContain('fisso')
  // The place itself keeps its fixed price, with and without the words for its beach.
  for (const text of ['Pescoluse', 'spiaggia di Pescoluse', 'Pescoluse beach'])
    expect([text, (await fare(airport, text)).source]).toEqual([text, 'listed'])
})
