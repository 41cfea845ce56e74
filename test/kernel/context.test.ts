import { expect, test } from 'vitest'
import { type App, eventually, startApp } from '../app.ts'
import { long } from '../length.ts'
import { configureMail, configureOffice, openMailbox } from '../mailbox.ts'

// Two apps run in one process. State that a module kept for the process would appear in the other app.

const uno = 'https://uno.example'
const due = 'https://due.example'

const start = (siteUrl: string, key: number) =>
  startApp({ data: 'demo', env: { SITE_URL: siteUrl, SECRET_KEY: Buffer.alloc(32, key).toString('base64') } })

const found = '/api/routes/search?departure=Aeroporto%20Brindisi&destination=Gallipoli'
const unmet = '/api/routes/search?departure=Roma&destination=Milano'

/** Sends a lead and changes its code. Returns the path of the status page in the customer's mail. */
async function statusPath(app: App, code: string, siteUrl: string): Promise<string> {
  await using mailbox = await openMailbox()
  await configureOffice(app)
  await configureMail(app, mailbox)
  await app.post('/api/contacts', {
    name: 'Anna Conte',
    phone: '347 1234567',
    email: 'anna@example.com',
    privacyAccepted: true,
  })
  await app.sql`update leads set code = ${code} where kind = 'contact'`
  await app.drain()
  const receipt = mailbox.mails.find(({ to }) => to.includes('anna@example.com'))
  const [link = ''] = receipt?.text.match(/https:\/\/\S+\/richiesta\/\S+/) ?? []
  expect(link).toMatch(new RegExp(`^${siteUrl}/richiesta/${code}-`))
  return new URL(link).pathname
}

test(
  'two applications of one process answer with their own origin, and each refuses the links of the other',
  long,
  async () => {
    await using one = await start(uno, 1)
    await using other = await start(due, 2)
    for (const [app, own, foreign] of [
      [one, uno, due],
      [other, due, uno],
    ] as const) {
      const page = await app.get('/tratte/transfer-aeroporto-brindisi-gallipoli/')
      const [, canonical] = page.text.match(/<link rel="canonical" href="([^"]*)"/) ?? []
      expect(canonical).toBe(`${own}/tratte/transfer-aeroporto-brindisi-gallipoli/`)
      const sitemap = await app.get('/sitemap.xml')
      expect(sitemap.text.match(/<loc>(.*?)<\/loc>/)?.[1]).toBe(`${own}/`)
      expect((page.text + sitemap.text).includes(foreign)).toBe(false)
    }

    const code = 'ABCDEF'
    const linkOfOne = await statusPath(one, code, uno)
    const linkOfOther = await statusPath(other, code, due)
    expect(linkOfOne).not.toBe(linkOfOther)
    expect((await one.get(linkOfOne)).status).toBe(200)
    expect((await other.get(linkOfOther)).status).toBe(200)
    expect((await one.get(linkOfOther)).status).toBe(404)
    expect((await other.get(linkOfOne)).status).toBe(404)
  },
)

test('two applications of one process count searches and missed pages each for itself', long, async () => {
  await using one = await start(uno, 1)
  await using other = await start(due, 2)
  for (const app of [one, other, other]) {
    await app.get(found)
    await app.get(unmet)
    await app.get('/non-esiste/')
  }
  const counts = async ({ sql }: App) => {
    const [row] = await sql`
      select (select count(*) from route_searches) as found, (select searches from unmet_searches) as unmet,
        (select hits from not_found where path = '/non-esiste/') as missed`
    return row
  }
  await eventually(async () => expect(await counts(one)).toEqual({ found: 1, unmet: 1, missed: 1 }))
  await eventually(async () => expect(await counts(other)).toEqual({ found: 2, unmet: 2, missed: 2 }))
})
