import { type Act, type Kind, pathOf, type World } from './world.ts'

const languages = ['it', 'it', 'en', 'de', 'fr'] as const
const kinds: readonly [Kind, ...Kind[]] = ['availability_request', 'booking', 'booking', 'contact']
const persons = [
  { name: 'Anna Rossi', phone: '+39 347 1234567', email: 'anna@guest.example' },
  { name: 'Rossi Anna', phone: '0039 347/1234567', email: 'anna.rossi@guest.example' },
  { name: 'Jürgen Müller', phone: '+49 151 23456789', email: 'juergen@guest.example' },
  { name: 'Zoë O’Neill-D’Arcy', phone: '+44 7700 900123', email: 'zoe@guest.example' },
  { name: 'François & Cie', phone: '+33 6 12 34 56 78', email: 'francois@guest.example' },
  { name: '李小龙', phone: '+86 138 0013 8000', email: 'li@guest.example' },
] as const
const places = [
  'Aeroporto Brindisi',
  'Aeroporto Bari',
  'Lecce',
  'Gallipoli',
  'Otranto',
  'Porto di Otranto',
  'lecce ',
  'Flughafen Brindisi',
  'Hotel Terminal, Santa Maria di Leuca',
  'Agriturismo «da Nonna», via vecchia 3',
] as const
const passengers = ['1', '2', '3', '4', '5', '8', '8+', '1-4', '12', 'due adulti'] as const
const luggage = ['', '2', '2 valigie', 'tre valigie e un passeggino', 'cane, 10 kg', '6+'] as const
const days = ['', 'metà luglio', 'appena possibile', '2027-02-30'] as const
const times = ['0:30', '9:00', '09:45', '14:30', '23:55', '02:30'] as const
const timesInWords = ['', 'mattina', 'dopo le 18', '25:99'] as const
const flights = ['', 'FR 4720', 'FR4720 da Bergamo 14:05', 'IC 610', 'nave da Valona'] as const
const addresses = ['', 'Via Roma 12, Nardò', 'Lungomare Cristoforo Colombo 1', 'Scala B, int. 4'] as const
const messages = [
  '',
  'Due bambini, 3 e 6 anni.',
  'Wir sind zu fünft.\n\nDanke!',
  '<b>ciao</b> & “grazie”',
] as const
const offers = ['', 'berlina', 'minivan', 'economy', 'premium'] as const
const sources = [
  undefined,
  { landing: '/tratte/transfer-aeroporto-brindisi-gallipoli/', referrer: 'https://www.google.com/' },
  {
    landing: '/en/',
    utmSource: 'newsletter',
    utmMedium: 'email',
    utmCampaign: 'estate',
    isAcrossVisits: true,
  },
] as const

const someone = (world: World) => {
  const person = world.one(persons)
  if (world.chance(50)) return person
  const n = world.next()
  return {
    name: `Ospite ${n} ${person.name}`,
    phone: `+39 348 ${2_000_000 + n}`,
    email: `ospite${n}@guest.example`,
  }
}

/** Days and times, as text as guests type them; most are days and times. */
const whenOf = (world: World) => ({
  date: world.chance(85) ? world.day(0, 12) : world.one(days),
  time: world.chance(85) ? world.one(times) : world.one(timesInWords),
})

function rideOf(world: World) {
  const back = whenOf(world)
  return {
    departure: world.one(places),
    destination: world.one(places),
    ...whenOf(world),
    passengers: world.one(passengers),
    luggage: world.one(luggage),
    flightOrTrain: world.one(flights),
    address: world.one(addresses),
    position: world.chance(20) ? '40.3515, 18.175' : '',
    offer: world.one(offers),
    ...(world.chance(40)
      ? {
          returnTrip: true,
          returnDate: world.chance(70) ? world.day(12, 20) : back.date,
          returnTime: back.time,
        }
      : {}),
  }
}

export const asks: Act = async (world) => {
  const kind = world.one(kinds)
  const language = world.one(languages)
  const person = someone(world)
  const form = {
    ...person,
    ...(kind === 'contact' && world.chance(50) ? {} : rideOf(world)),
    [kind === 'booking' ? 'notes' : 'message']: world.one(messages),
    ...(kind === 'availability_request'
      ? { formSource: world.one(['quick-form', 'pagina', 'homepage']) }
      : {}),
    ...(kind === 'booking' && world.chance(20) ? { name: '', email: '' } : {}),
    language,
    provenance: world.one(sources),
    // A form that was filled in too fast is kept as a suspicion or refused.
    ...(world.chance(5) ? { elapsedMs: 100 } : {}),
  }
  const { status, body } = await world.send('POST', `/api/${pathOf[kind]}`, form)
  if (status !== 201 || !body.statusPath) return
  const { id, statusPath } = body
  const token = String(statusPath).split('/').at(-2) ?? null
  const { phone, email } = form
  world.leads.push({ kind, id, language, statusPath, token, phone, email: email || null })
}

const wish = (world: World) =>
  world.one(['Un bambino in più', 'Arriviamo un’ora dopo', 'Anderer Flug: LH 1898\nAnkunft 16:10'])

export const asksForChange: Act = async (world) => {
  const { token } = world.lead ?? {}
  if (token) await world.send('POST', `/api/requests/${token}/changes`, { text: wish(world) })
}

export const cancels: Act = async (world) => {
  const { token } = world.lead ?? {}
  if (token) await world.send('POST', `/api/requests/${token}/cancel`, {})
}

export const accepts: Act = async (world) => {
  const { token } = world.lead ?? {}
  if (!token) return
  const { body } = await world.send('GET', `/api/requests/${token}`)
  if (body.offer) await world.send('POST', `/api/requests/${token}/offer/${body.offer.id}/accept`, {})
}

export const reviews: Act = async (world) => {
  const { token } = world.lead ?? {}
  if (!token) return
  const { body } = await world.send('GET', `/api/requests/${token}`)
  if (!body.reviewToken) return
  const text = world.one(['Autista puntuale, auto pulita.', 'Sehr freundlich!', 'Attesa lunga,\nma gentile'])
  const form = { rating: 1 + world.die(5), text, name: world.one(['Anna R.', 'J. M.', 'Zoë']) }
  await world.send('POST', `/api/reviews/${body.reviewToken}`, form)
}

const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Taps on a link to WhatsApp, whose message has a code by which staff find the page. */
export const taps: Act = async (world) => {
  const code = Array.from({ length: 6 }, () => alphabet[world.die(alphabet.length)]).join('')
  const path = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
  const kind = world.one(['call', 'whatsapp', 'whatsapp'])
  const form = kind === 'call' ? { kind, path } : { kind, path, code, provenance: world.one(sources) }
  const { status } = await world.send('POST', '/api/taps', form)
  if (status === 204 && kind === 'whatsapp') world.taps.push(code)
}
