import { expect, test } from 'vitest'
import { databaseDeaf, databaseGone, type Outage } from '../faults/outages.ts'
import { storm } from '../faults/storm.ts'
import { openSystem } from '../faults/system.ts'
import { call, logIn } from '../faults/traffic.ts'
import { faultsOf, settled } from '../faults/verdict.ts'
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
    const figures = await storm(system, { commands: 100, kills: 3, seed: 69, pauseMs: 300 })
    expect(figures).toMatchObject({ odd: [], ownDeaths: { api: [] } })
    const { leads, prices, switches, rides, mails, doubledMails } = figures.verdict
    expect({ leads, prices, switches, rides }).toEqual({ leads: 80, prices: 10, switches: 10, rides: 10 })
    // The product sends two mails about each of the 80 requests, and mails about the offers and the drivers.
    expect(mails).toBeGreaterThan(160)
    expect(faultsOf(figures.verdict)).toEqual({})
    expect(doubledMails).toBeLessThanOrEqual(3)
    expect(figures.settledMs).toBeLessThan(60_000)
  },
)
