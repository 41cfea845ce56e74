import { expect, test } from 'vitest'
import { readerOf } from '../../src/platform/db.ts'
import { databaseDeaf, databaseGone, type Outage } from '../faults/outages.ts'
import { storm } from '../faults/storm.ts'
import { openSystem, type System } from '../faults/system.ts'
import { call, logIn } from '../faults/traffic.ts'
import { faultsOf, settled, type Verdict } from '../faults/verdict.ts'
import { long } from '../length.ts'

// Short version of `npm run faults` (docs/reliability.md). All steps share one system, which takes seconds to start.

test(
  'with a stopped or unresponsive database every call ends within 3 s and works 5 s after; killed processes lose and double nothing',
  long,
  async () => {
    await using system = await openSystem({ apis: 1 })
    const cookie = await logIn(system)
    const expectGood = (outage: Outage, fault: string) => {
      expect(outage, fault).toMatchObject({ odd: 0, lost: 0 })
      // Half a second above the goal, for a busy machine.
      expect(outage.slowestMs, fault).toBeLessThan(3_500)
      expect(outage.backMs, fault).toBeLessThan(5_000)
      expect(outage.statuses[503], fault).toBeGreaterThan(0)
    }
    expectGood(await databaseGone(system, cookie, 1_000), 'gone')
    expectGood(await databaseDeaf(system, cookie, 2_900), 'deaf')
    expect(system.api.map((api) => api.deaths())).toEqual([[]])
    // After these faults the read models still reload when the tables change.
    await system.sql`update locations set name = 'Otranto Nuova' where name = 'Otranto'`
    const found = async () => {
      const { body } = await call(system.origins[0] ?? '', 'GET', '/api/locations/search?q=otranto%20nuova')
      return JSON.stringify(body)
    }
    await expect.poll(found).toContain('Otranto Nuova')
    await system.sql`update locations set name = 'Otranto' where name = 'Otranto Nuova'`
    await settled(system, 30_000)
    await system.sql`delete from leads where kind = 'contact'`
    await system.sql`delete from email_messages`
    await system.sql`delete from outbox`

    // This seed kills the API process, the worker and the database once each.
    const blind: string[] = []
    const onVerdict = async (judgeAgain: (sql: System['sql']) => Promise<Verdict>) => {
      for (const [name, { sql, seenAs }] of Object.entries(losses))
        if (!(await isSeen(system, { sql, seenAs, judgeAgain }))) blind.push(name)
    }
    const figures = await storm(system, { commands: 100, kills: 3, seed: 69, pauseMs: 300, onVerdict })
    expect(figures).toMatchObject({ odd: [], ownDeaths: { api: [] } })
    const { leads, prices, switches, rides, mails, doubledMails } = figures.verdict
    // Each of ten courses books a ride; three of them book a second one, which shares the trip.
    expect({ leads, prices, switches, rides }).toEqual({ leads: 83, prices: 10, switches: 10, rides: 13 })
    // The product sends two mails about each of the 83 requests, and mails about offers, drivers, moves and cancellations.
    expect(mails).toBeGreaterThan(166)
    expect(faultsOf(figures.verdict)).toEqual({})
    expect(doubledMails).toBeLessThanOrEqual(3)
    expect(figures.settledMs).toBeLessThan(60_000)
    expect(blind).toEqual([])
  },
)

interface Loss {
  /** Statements that lose or double something that was acknowledged. */
  sql: string
  seenAs: keyof Verdict
}

const booked = "lead_kind = 'booking' and lead_id"
const sold = "(select lead_id from offers where state = 'accepted' order by id limit 1)"
const cancelled = "(select lead_id from customer_wishes where kind = 'cancel' order by id limit 1)"
const assigned = "(select id from trips where state = 'assigned' order by id limit 1)"
/** A trip that several requests share. */
const shared =
  '(select trip_id from rides group by 1 having trip_id is not null and count(*) > 1 order by 1 limit 1)'
const movedMails = "delete from email_messages where purpose in ('moved', 'driver')"
const copyMail = (purpose: string) => `
  insert into email_messages (message_key, purpose, lead_kind, lead_id, offer_id, recipient, subject, message_id, state)
  select 'x' || message_key, purpose, lead_kind, lead_id, offer_id, recipient, subject, 'x' || message_id, state
  from email_messages where purpose = '${purpose}'`

/** Losses and doublings, each of which the verdict must see. */
const losses: Record<string, Loss> = {
  'a ride is lost': {
    sql: "delete from rides where lead_kind = 'availability_request'",
    seenAs: 'wrongDirections',
  },
  'a way back is doubled': {
    sql: `insert into rides (lead_kind, lead_id, direction, asked_from, asked_to, asked_passengers)
      select lead_kind, lead_id, 'back', asked_to, asked_from, asked_passengers from rides
      where lead_kind = 'availability_request'`,
    seenAs: 'wrongDirections',
  },
  'a changed day is lost': {
    sql: `update rides set asked_day = '2026-01-01' where ${booked} = ${sold}`,
    seenAs: 'lostChanges',
  },
  'a changed address is lost': {
    sql: `update rides set asked_address = 'Via Roma 9' where ${booked} = ${sold}`,
    seenAs: 'lostChanges',
  },
  'a trip does not follow its request': {
    sql: `
      update rides set pickup_at = pickup_at - interval '1 minute' where trip_id = ${assigned};
      update trips set pickup_at = pickup_at - interval '1 minute' where id = ${assigned}`,
    seenAs: 'wrongTrips',
  },
  'a trip is lost': { sql: `delete from trips where id = ${assigned}`, seenAs: 'wrongTrips' },
  'a trip is doubled': {
    sql: `insert into trips (from_place, to_place, pickup_at, ends_at, passengers, bags)
      select from_place, to_place, pickup_at, ends_at, passengers, bags from trips where id = ${assigned}`,
    seenAs: 'tripsWithoutRide',
  },
  'a trip has other passengers than its rides': {
    sql: `update trips set passengers = passengers + 1 where id = ${assigned}`,
    seenAs: 'disagreeingTrips',
  },
  'an assignment is lost': {
    sql: `update trips set state = 'planned', vehicle_id = null, driver_id = null where id = ${assigned}`,
    seenAs: 'wrongAssignments',
  },
  'a shared trip is divided': {
    sql: `
      update rides set trip_id = (select max(id) from trips where state = 'assigned' and id <> ${shared})
      where id = (
        select id from rides where trip_id = ${shared} order by id desc limit 1)`,
    seenAs: 'wrongParties',
  },
  'a cancelled request has a trip again': {
    sql: `
      update trips set state = 'planned' where id in (select trip_id from rides where ${booked} = ${cancelled});
      update rides set trip_id = coalesce(trip_id, ${assigned}), from_place = 'Lecce', to_place = 'Lecce', passengers = 1,
        bags = 0, pickup_at = now(), ends_at = now() + interval '1 hour'
      where ${booked} = ${cancelled}`,
    seenAs: 'wrongCancellations',
  },
  'a cancellation is lost': {
    sql: "update leads set status = 'nuova' where kind = 'booking' and status = 'persa'",
    seenAs: 'wrongCancellations',
  },
  'a request is cancelled twice': {
    sql: `insert into customer_wishes (lead_kind, lead_id, kind)
      select lead_kind, lead_id, kind from customer_wishes where kind = 'cancel'`,
    seenAs: 'wrongCancellations',
  },
  'a change that a customer asks for is lost': {
    sql: "delete from customer_wishes where kind = 'change'",
    seenAs: 'wrongWishes',
  },
  'a change that a customer asks for is doubled': {
    sql: `insert into customer_wishes (lead_kind, lead_id, kind, text)
      select lead_kind, lead_id, kind, text from customer_wishes where kind = 'change'`,
    seenAs: 'wrongWishes',
  },
  'an acceptance is lost': {
    sql: `update offers set state = 'sent', accepted_words = null where ${booked} = ${sold}`,
    seenAs: 'wrongAcceptances',
  },
  'an engagement is lost': {
    sql: `delete from engagements where trip_id = ${assigned} and driver_id is not null`,
    seenAs: 'wrongEngagements',
  },
  'a cancelled trip still engages its vehicle': {
    sql: `insert into engagements (trip_id, vehicle_id, from_at, until_at)
      select (select id from trips where state = 'cancelled' limit 1), vehicle_id, from_at + interval '10 days',
        until_at + interval '10 days' from engagements where trip_id = ${assigned} and vehicle_id is not null`,
    seenAs: 'wrongEngagements',
  },
  'a vehicle drives two trips at once': {
    sql: `
      alter table engagements drop constraint engagements_vehicle_once, drop constraint engagements_driver_once;
      update trips set vehicle_id = one.vehicle_id, driver_id = one.driver_id, pickup_at = one.pickup_at,
        ends_at = one.ends_at
      from (select * from trips where id = ${assigned}) as one
      where trips.state = 'assigned' and trips.id <> one.id`,
    seenAs: 'wrongEngagements',
  },
  'a confirmation is lost': {
    sql: "delete from email_messages where purpose = 'confirmation'",
    seenAs: 'wrongAcceptanceMails',
  },
  'the office reads of an acceptance twice': { sql: copyMail('acceptance'), seenAs: 'wrongAcceptanceMails' },
  'the office does not read of a change': {
    sql: "delete from email_messages where purpose = 'wish'",
    seenAs: 'wrongWishMails',
  },
  'the office reads of a change twice': { sql: copyMail('wish'), seenAs: 'wrongWishMails' },
  'a cancellation is not confirmed': {
    sql: "delete from email_messages where purpose = 'cancelled'",
    seenAs: 'wrongCancellationMails',
  },
  'a cancellation is confirmed twice': { sql: copyMail('cancelled'), seenAs: 'wrongCancellationMails' },
  'a move is not announced': { sql: movedMails, seenAs: 'missingMoveMails' },
  'a move is announced twice': {
    sql: `${copyMail('moved')};
      update email_messages set message_key = 'y' || message_key, message_id = 'y' || message_id where purpose = 'moved';
      ${copyMail('moved')}`,
    seenAs: 'surplusMoveMails',
  },
  'a mail about an acceptance is dropped': {
    sql: `update email_messages set state = 'skipped', message_id = 'gone' || id where purpose = 'acceptance'`,
    seenAs: 'unsentMails',
  },
}

/** Lets the loss happen in a transaction that is rolled back, and returns whether the verdict sees it. */
async function isSeen(
  { sql: pool }: System,
  { sql, seenAs, judgeAgain }: Loss & { judgeAgain: (sql: System['sql']) => Promise<Verdict> },
): Promise<boolean> {
  let isSeen = false
  const undo = new Error('rolled back')
  await pool
    .begin(async (tx) => {
      await tx.unsafe(sql)
      isSeen = (await judgeAgain(readerOf(tx)))[seenAs] !== 0
      throw undo
    })
    .catch((error) => {
      if (error !== undo) throw error
    })
  return isSeen
}
