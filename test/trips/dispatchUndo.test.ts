import fc from 'fast-check'
import { expect, test } from 'vitest'
import { romanMoment } from '../../src/kernel/romanDay.ts'
import { openApp } from '../app.ts'
import { dayIn, given } from '../given.ts'
import { inFull } from '../length.ts'
import { disagreements } from './rideAgreement.ts'

const app = await openApp({ data: 'demo' })
const staff = await app.logIn()
const { sql } = app

const get = async (path: string) => (await app.get(`/api/admin/${path}`, staff)).body
const post = (path: string, body: object, headers = staff) => app.post(`/api/admin/${path}`, body, headers)
const patch = (path: string, body: object) => app.send('PATCH', `/api/admin/${path}`, body, staff)
const undo = (id: number, headers = staff) => post(`bulk-acts/${id}/undo`, {}, headers)

/** Tables that dispatchers change. The number of a trip in calendars (`ride_versions`) only grows, also by an undo. */
const tables = ['trips', 'rides', 'gap_notices', 'leads']

/** Returns every row of the tables as text, with every byte. */
async function bytes(): Promise<string[]> {
  const rows = await Promise.all(
    tables.map(
      (table) =>
        sql<{ row: string }[]>`select ${table} || ' ' || t::text as row from ${sql(table)} t order by 1`,
    ),
  )
  return rows.flat().map(({ row }) => row)
}

let days = 20
let people = 0

interface Given {
  id: number
  leadId: number
}

/** Sends leads for one day, confirms them, and returns their trips. */
async function confirmed(...forms: object[]): Promise<Given[]> {
  const leads: number[] = []
  for (const form of forms) {
    people += 1
    const { id } = await given.lead(app, 'booking', {
      name: `Ada ${people}`,
      phone: `+39 347 ${4_000_000 + people}`,
      email: 'ada@example.com',
      departure: 'Aeroporto Brindisi',
      destination: 'Gallipoli',
      passengers: '2',
      luggage: '1',
      date: dayIn(days),
      time: '10:00',
      ...form,
    })
    expect((await patch(`bookings/${id}`, { status: 'confermata' })).status).toBe(200)
    leads.push(id)
  }
  await app.drain()
  days += 1
  const rows = await sql<Given[]>`
    select trip_id as id, lead_id from rides where lead_kind = 'booking' and lead_id = any(${leads})`
  return leads.map((lead) => rows.find(({ leadId }) => leadId === lead) ?? { id: 0, leadId: lead })
}

async function one(form: object = {}): Promise<Given> {
  const [trip] = await confirmed(form)
  if (!trip) throw new Error('no trip')
  return trip
}

let plates = 0
async function newPair(seats = 8): Promise<{ vehicleId: number; driverId: number }> {
  plates += 1
  const plate = `KK${100 + plates}KK`
  const vehicle = await post('vehicles', { plate, kind: 'minivan', seats, bags: 16 })
  const driver = await post('drivers', { name: `Ugo ${plates}`, phone: '347 1234567' })
  return { vehicleId: vehicle.body.id, driverId: driver.body.id }
}

const at = (day: number, time: string) => romanMoment(dayIn(day), time).toISOString()

test('each act of a dispatcher is undone as a whole, to the byte, with a link from the audit log to the act', async () => {
  const [first, second] = await confirmed(
    { flightOrTrain: 'FR 1' },
    { destination: 'Otranto', time: '10:20' },
  )
  if (!first || !second) throw new Error('no trips')
  const [pair, other] = [await newPair(), await newPair()]
  const path = `trips/${first.id}`
  await sql`insert into gap_notices (trip_id, day) values (${second.id}, ${dayIn(0)})`
  const acts = {
    assign: () => post(`${path}/assign`, pair),
    assignToAnother: () => post(`${path}/assign`, other),
    move: () => patch(path, { pickupAt: at(days - 1, '10:10'), assign: pair }),
    change: () => patch(path, { address: 'Via Roma 1', to: 'Otranto', total: '80', passengers: 3 }),
    join: () => post(`${path}/join`, { tripIds: [second.id] }),
    split: () => post(`${path}/split`, { parties: [{ leadKind: 'booking', leadId: second.leadId }] }),
    free: () => patch(path, { state: 'planned' }),
    cancel: () => patch(path, { state: 'cancelled' }),
    reopen: () => patch(path, { state: 'planned' }),
  }
  for (const [name, act] of Object.entries(acts)) {
    const before = await bytes()
    const made = await act()
    expect([name, made.status, made.body.actId]).toEqual([name, 200, expect.any(Number)])
    expect(await bytes()).not.toEqual(before)
    expect([name, (await undo(made.body.actId)).body]).toEqual([
      name,
      { undone: 1, kept: [], keptTotal: 0, jobId: null },
    ])
    expect(await bytes(), name).toEqual(before)
    expect((await undo(made.body.actId)).body.detail).toBe('Questa modifica è già stata annullata.')
    const [entry] = await sql`
      select made.subject, made.act_id, undone.subject as undone from audit_log undone
        join audit_log made on made.id = undone.restores
      where undone.action = 'operations:actUndone' order by undone.id desc limit 1`
    expect(entry).toEqual({ subject: path, undone: path, actId: made.body.actId })
    // The next act of the table starts from the act done.
    expect((await act()).status).toBe(200)
  }
  expect((await get('bulk-acts')).items).toEqual([])
})

test('an undo is refused as a whole and says what has changed since, or which vehicle is not free any more', async () => {
  const [first, second] = await confirmed({}, { destination: 'Otranto', time: '10:20' })
  if (!first || !second) throw new Error('no trips')
  const [pair, other] = [await newPair(), await newPair()]
  const refused = async (actId: number, sentence: string) => {
    const before = await bytes()
    const { status, body } = await undo(actId)
    expect([status, body.detail]).toEqual([409, sentence])
    expect(await bytes()).toEqual(before)
  }
  const assigned = (await post(`trips/${first.id}/assign`, pair)).body.actId
  const later = (await post(`trips/${first.id}/assign`, other)).body.actId
  await refused(assigned, 'Il viaggio è cambiato di nuovo in seguito (autista, veicolo): guarda com’è ora.')
  expect((await undo(later)).status).toBe(200)
  expect((await undo(assigned)).status).toBe(200)

  await post(`trips/${first.id}/assign`, pair)
  const freed = (await patch(`trips/${first.id}`, { state: 'planned' })).body.actId
  expect((await post(`trips/${second.id}/assign`, pair)).status).toBe(200)
  await refused(freed, 'Il veicolo o l’autista non è più libero: assegna di nuovo il viaggio.')
  await patch(`trips/${second.id}`, { pickupAt: at(days - 1, '12:10'), assign: pair })
  const tight = await undo(freed)
  expect([tight.status, tight.body.detail]).toEqual([
    409,
    expect.stringMatching(/^Il veicolo KK\d+KK ha il viaggio/),
  ])

  await patch(`trips/${second.id}`, { state: 'planned', pickupAt: at(days - 1, '10:20') })
  const joined = (await post(`trips/${first.id}/join`, { tripIds: [second.id] })).body.actId
  await post(`trips/${first.id}/split`, { parties: [{ leadKind: 'booking', leadId: second.leadId }] })
  await refused(joined, expect.stringContaining('Il viaggio è cambiato di nuovo in seguito'))

  const third = await one()
  const moved = (await patch(`trips/${third.id}`, { pickupAt: at(days - 1, '11:00') })).body.actId
  await patch(`bookings/${third.leadId}`, { notes: 'Ha chiamato' })
  await refused(moved, 'La richiesta è cambiata di nuovo in seguito: cambia il viaggio a mano.')
})

test('what the customer already knows by a mail or a call is not undone, and the refusal says what to do instead', async () => {
  const known = 'Il cliente sa già com’è ora la corsa'
  const trip = await one()
  const moved = (await patch(`trips/${trip.id}`, { pickupAt: at(days - 1, '11:00') })).body.actId
  const { clock } = app.runtime.context
  const realNow = clock.now
  // In the morning, because messages wait at night.
  clock.now = () => new Date(at(1, '10:00'))
  await app.sweep('remindOfTrips').finally(() => {
    clock.now = realNow
  })
  const told = await sql`
    select from outbox where type = 'trips:rideMoved' and payload ->> 'leadId' = ${String(trip.leadId)}`
  expect(told).toHaveLength(1)
  const late = await undo(moved)
  expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining(known)])
  // A change that the customer need not know is still undone.
  const priced = (await patch(`trips/${trip.id}`, { total: '75' })).body.actId
  expect((await undo(priced)).status).toBe(200)

  const other = await one()
  const assigned = (await post(`trips/${other.id}/assign`, await newPair())).body.actId
  const party = { leadKind: 'booking', leadId: other.leadId, direction: 'there' }
  expect((await post(`trips/${other.id}/told`, party)).status).toBe(204)
  const named = await undo(assigned)
  expect([named.status, named.body.detail]).toEqual([409, expect.stringContaining(known)])
  expect((await get(`trips/${other.id}`)).state).toBe('assigned')
})

test('of two who undo the same act, and of an undo and a later act at the same moment, exactly one succeeds', async () => {
  const [first, second] = await confirmed({}, { destination: 'Otranto', time: '10:20' })
  if (!first || !second) throw new Error('no trips')
  const pair = await newPair()
  for (let round = 0; round < 5; round++) {
    const { actId } = (await post(`trips/${first.id}/join`, { tripIds: [second.id] })).body
    const undone = await Promise.all([undo(actId), undo(actId)])
    expect(undone.map(({ status }) => status).sort()).toEqual([200, 409])
    const again = (await post(`trips/${first.id}/join`, { tripIds: [second.id] })).body
    const [back, assigned] = await Promise.all([undo(again.actId), post(`trips/${first.id}/assign`, pair)])
    // The undo either came first, so that the trip without the other ride was assigned, or was refused.
    const { parties, state } = await get(`trips/${first.id}`)
    expect([assigned.status, state, parties.length]).toEqual([200, 'assigned', back.status === 200 ? 1 : 2])
    expect((await undo(assigned.body.actId)).status).toBe(200)
    if (back.status !== 200) expect((await undo(again.actId)).status).toBe(200)
  }
})

test('acts on the trips of an erased customer are deleted with their images', async () => {
  const [first, second] = await confirmed(
    { email: 'zuccala@example.com' },
    { time: '10:20', address: 'Via Lunga 3' },
  )
  if (!first || !second) throw new Error('no trips')
  await patch(`trips/${first.id}`, { address: 'Masseria Zuccalà 7' })
  await post(`trips/${first.id}/join`, { tripIds: [second.id] })
  await post(`trips/${first.id}/split`, { parties: [{ leadKind: 'booking', leadId: first.leadId }] })
  const images = () => sql`select from bulk_act_rows r where r::text ilike '%zuccal%'`
  expect((await images()).length).toBeGreaterThan(0)
  expect((await post('privacy/erase', { email: 'zuccala@example.com' })).status).toBe(200)
  await app.drain()
  expect(await images()).toEqual([])
})

test('the audit log restores an assignment and a join, and an undo by it counts as its restore', async () => {
  const [first, second] = await confirmed({}, { destination: 'Otranto', time: '10:20' })
  if (!first || !second) throw new Error('no trips')
  const before = await bytes()
  await post(`trips/${first.id}/assign`, await newPair())
  await post(`trips/${first.id}/join`, { tripIds: [second.id] })
  const lines = async () => (await get('audit?limit=10')).items
  for (const action of ['trips:tripsJoined', 'trips:tripAssigned']) {
    const line = (await lines()).find((one: { action: string }) => one.action === action)
    expect([action, line.canRestore, line.isRestored]).toEqual([action, true, false])
    expect((await post(`audit/${line.id}/restore`, {})).status).toBe(200)
    const now = (await lines()).find(({ id }: { id: number }) => id === line.id)
    expect([action, now.canRestore, now.isRestored]).toEqual([action, false, true])
  }
  expect(await bytes()).toEqual(before)
})

const sequences = Number(process.env.UNDO_RUNS) || inFull(12, 60)

const step = fc.record({
  kind: fc.constantFrom(
    'assign',
    'assign',
    'free',
    'move',
    'join',
    'join',
    'split',
    'cancel',
    'reopen',
    'price',
    'undo',
    'undo',
  ),
  trip: fc.nat(),
  other: fc.nat(),
  minutes: fc.integer({ min: -3, max: 3 }).map((tens) => tens * 10),
})

test(
  'random acts of dispatchers, undone in random order as far as each can be, restore every row to the byte',
  async () => {
    const pairs = [await newPair(5), await newPair(8)]
    const leads = await confirmed({}, { destination: 'Otranto', time: '10:20' }, { time: '10:10' })
    const day = days - 1
    const added = {
      from: 'Aeroporto Brindisi',
      to: 'Lecce',
      pickupAt: at(day, '10:30'),
      passengers: 2,
      bags: 1,
    }
    await post('trips', added)
    await post('trips', { ...added, pickupAt: at(day, '15:00') })
    expect(leads.every(({ id }) => id > 0)).toBe(true)
    const trips = async () => (await get(`trips?from=${dayIn(day)}&to=${dayIn(day)}`)).items
    let made = 0
    let undone = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const start = await bytes()
        const open: number[] = []
        for (const { kind, trip: at, other, minutes } of steps) {
          if (kind === 'undo') {
            const id = open[at % open.length]
            if (id === undefined) continue
            const before = await bytes()
            const { status } = await undo(id)
            expect([200, 409]).toContain(status)
            if (status === 200) open.splice(open.indexOf(id), 1)
            else expect(await bytes()).toEqual(before)
            expect(await disagreements(sql)).toEqual([])
            undone += status === 200 ? 1 : 0
            continue
          }
          const all = await trips()
          const trip = all[at % all.length]
          const next = all[other % all.length]
          const path = `trips/${trip.id}`
          const party = trip.parties[other % Math.max(1, trip.parties.length)]
          const ride = trip.added[other % Math.max(1, trip.added.length)]
          const pickupAt = new Date(Date.parse(trip.pickupAt) + minutes * 60_000).toISOString()
          const { status, body } = await {
            assign: () => post(`${path}/assign`, pairs[other % 2] ?? {}),
            free: () => patch(path, { state: 'planned' }),
            move: () => patch(path, { pickupAt }),
            join: () => post(`${path}/join`, { tripIds: [next.id] }),
            split: () => post(`${path}/split`, party ? { parties: [party] } : { addedIds: [ride?.id ?? 1] }),
            cancel: () => patch(path, { state: 'cancelled' }),
            reopen: () => patch(path, { state: 'planned' }),
            price: () => patch(path, { total: String(50 + Math.abs(minutes)) }),
          }[kind]()
          expect([200, 409, 422]).toContain(status)
          if (status === 200) open.push(body.actId)
          expect(await disagreements(sql)).toEqual([])
          made += status === 200 ? 1 : 0
        }
        // The newest open act can always be undone.
        for (const id of open.toReversed()) expect((await undo(id)).status).toBe(200)
        undone += open.length
        expect(await bytes()).toEqual(start)
      }),
      // Shrinking would take minutes, because each attempt makes the calls again.
      { numRuns: sequences, endOnFailure: true },
    )
    expect(made).toBeGreaterThan(30)
    expect(undone).toBe(made)
  },
  Math.max(600_000, sequences * 5_000),
)
