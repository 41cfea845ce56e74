import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '../../src/platform/migrate.ts'
import { createDatabase } from '../emptyDatabase.ts'
import { dayIn } from '../given.ts'
import { long } from '../length.ts'
import { newAddress } from '../newAddress.ts'
import { testEnv } from '../testEnv.ts'
import { checkOut, firstRelease, runFile, startProcess, thisRelease } from './releaseProcess.ts'
import releases from './releases.json' with { type: 'json' }

const files = readdirSync('sql').map((file) => path.basename(file, '.sql'))

const booking = (name: string) => ({
  name,
  phone: '+39 347 1234567',
  email: 'anna@guest.example',
  departure: 'Aeroporto Brindisi',
  destination: 'Gallipoli',
  date: dayIn(30),
  time: '10:30',
  passengers: '2',
})

async function send(url: string, body: object) {
  const reply = await fetch(`${url}/api/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: await reply.json() }
}

/** Sends the form as a browser without JavaScript does. */
async function sendForm(url: string) {
  const person = {
    name: 'Ugo',
    phone: '0832 123456',
    email: 'ugo@guest.example',
    message: 'Vorrei un prezzo per agosto',
  }
  const reply = await fetch(`${url}/contatti/`, {
    method: 'POST',
    headers: { 'x-forwarded-for': newAddress(), 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ ...person, privacyAccepted: 'on' }),
  })
  return { status: reply.status, text: await reply.text() }
}

const read = async (url: string) => {
  const reply = await fetch(url, { headers: { 'x-forwarded-for': newAddress() } })
  return { status: reply.status, text: await reply.text() }
}

test(
  'while requests move to one table, 1.0.0 shows pages and asks for a call; afterwards this release goes on with them',
  long,
  async () => {
    await using database = await createDatabase()
    using former = checkOut(firstRelease)
    const env = { ...testEnv, DATABASE_URL: database.url, NODE_ENV: 'test' }
    await migrate(database.url, { only: releases['1.0.0'] })
    runFile(
      former.root,
      `import { seed } from './scripts/seed.ts'; import { openDatabase } from './src/platform/db.ts'
      const db = openDatabase(process.env.DATABASE_URL, { connections: 2 }); await seed(db.write); await db.close()`,
      env,
    )
    const old = await startProcess(former.root, 'api', env)
    const first = await send(old.url, booking('Anna Prima'))
    expect(first.status).toBe(201)

    for (const next of ['187', '195', '196']) {
      await migrate(database.url, { only: files.filter((name) => name < next) })
      expect((await send(old.url, booking('Anna Durante'))).status).toBe(503)
      const { status, text } = await sendForm(old.url)
      // The form keeps what the customer wrote and shows the phone number.
      const parts = ['href="tel:', 'Vorrei un prezzo per agosto'].map((part) => text.includes(part))
      expect([status, ...parts]).toEqual([503, true, true])
      for (const page of ['/', '/contatti/', first.body.statusPath, first.body.calendarPath])
        expect([page, (await read(old.url + page)).status]).toEqual([page, 200])
    }
    // The last files put the rides in place. The process of 1.0.0 is replaced as soon as they are applied.
    await migrate(database.url)
    expect(await old.stop()).toBe(0)

    const now = await startProcess(thisRelease, 'api', env)
    const { status, text } = await read(now.url + first.body.statusPath)
    expect([status, text.includes(first.body.code)]).toEqual([200, true])
    const second = await send(now.url, booking('Anna Dopo'))
    expect([second.status, second.body.id > first.body.id]).toEqual([201, true])
    expect(await now.stop()).toBe(0)
  },
)
