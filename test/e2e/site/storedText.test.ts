import type { Page } from 'playwright-core'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { addressOf } from '../../../src/languages/addresses.ts'
import { groups } from '../../../src/web/admin/sections.ts'
import { type App, startApp } from '../../app.ts'
import { openBrowser } from '../../browser.ts'
import { inFull } from '../../length.ts'
import { configureMail, configureOffice, openMailbox } from '../../mailbox.ts'
import { openPanel } from '../../panel.ts'

// The browser applies no content security policy, so it would run markup that a page does not escape.

const markup = `'"><img src=x onerror=__xss()><svg onload=__xss()></svg>`
const address = 'javascript:__xss()//'

/** Columns with keys, paths and encrypted values. Pages open only if these columns are unchanged. */
const isKey =
  /^(slug|.*_path|path|.*hash|code|api_key|smtp_password|password|totp_.*|.*_key|key|token.*|locked_by|http)$/
const isAddress = /url|link|facebook|instagram|image$/

/** Writes `javascript:` URLs and markup into the stored texts. Returns the changed columns. */
async function poison(app: App): Promise<string[]> {
  const columns = await app.sql<{ name: string; tableName: string; most: number | null }[]>`
    select column_name as name, table_name, character_maximum_length as most from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'character varying')
      and is_generated = 'NEVER' and table_name not in ('schema_migrations', 'data_migrations', 'idempotency_keys')`
  const poisoned: string[] = []
  for (const { name, tableName } of columns) {
    if (isKey.test(name)) continue
    const evil = isAddress.test(name) ? app.sql`${address}` : app.sql`left(${app.sql(name)}, 12) || ${markup}`
    try {
      const { count } = await app.sql`
        update ${app.sql(tableName)} set ${app.sql(name)} = ${evil} where ${app.sql(name)} is not null`
      if (count > 0) poisoned.push(`${tableName}.${name}`)
    } catch (error) {
      if (!(error instanceof postgres.PostgresError)) throw error
    }
  }
  return poisoned
}

async function fill(app: App): Promise<void> {
  const staff = await app.logIn()
  const person = { name: `Anna ${markup}`, phone: '+39 333 1234567', email: 'anna@cliente.example' }
  const trip = {
    departure: `Lecce ${markup}`,
    destination: `Otranto ${markup}`,
    passengers: '3',
    formSource: 'test',
  }
  const made = [
    await app.post('/api/contacts', { ...person, message: markup }),
    await app.post('/api/availability-requests', { ...person, ...trip, notes: markup }),
    await app.post('/api/admin/blog-categories', { name: `Mare ${markup}` }, staff),
    await app.post(
      '/api/admin/redirects',
      { fromPath: '/vecchia/', toPath: '/prezzi/', statusCode: 301 },
      staff,
    ),
    await app.post(
      '/api/admin/ai-prompts',
      {
        name: `Prova ${markup}`,
        prompt: markup,
        provider: 'openai',
        fieldType: 'description',
        isActive: true,
      },
      staff,
    ),
  ]
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
}

function dangers(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes]
        .filter(
          ({ name, value }) =>
            name.startsWith('on') ||
            (/^(href|src|action|formaction|srcdoc)$/.test(name) && /^\s*javascript:/i.test(value)),
        )
        .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
    ),
  )
}

test('no stored text runs a script: not on the site, not in the panel, not in a mail', async () => {
  await using mailbox = await openMailbox()
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  await configureMail(app, mailbox)
  await configureOffice(app)
  await fill(app)
  await app.drain()
  const executed: string[] = []
  const listen = (page: Page) => page.exposeFunction('__xss', () => void executed.push(page.url()))
  const found: string[] = []
  const look = async (page: Page, where: string) => {
    for (const danger of await dangers(page)) found.push(`${where}: ${danger}`)
  }

  const panel = await openPanel(app, browser, { isSuperAdmin: true, bypassCSP: true })
  const visitor = await browser.page({ baseURL: app.origin, bypassCSP: true })
  await Promise.all([listen(panel), listen(visitor)])
  for (const { html } of mailbox.mails) {
    await visitor.setContent(html)
    await look(visitor, 'mail')
  }
  expect(mailbox.mails.length).toBeGreaterThanOrEqual(4)

  const poisoned = await poison(app)
  expect(poisoned.length).toBeGreaterThan(40)
  const sitemap = await app.get('/sitemap.xml')
  const paths = [...sitemap.text.matchAll(/<loc>https:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path = '']) => path)
  // Opens one page of each kind. In the quick run all languages of a page are one kind.
  const kinds = new Map(
    paths.toReversed().map((path) => {
      const { lang, path: italian } = addressOf(path)
      const kind = italian.replace(/^(\/(?:tratte|prezzi)\/\w+-|\/(?:blog|destinazioni)\/).+/, '$1')
      return [inFull('', lang) + kind, path]
    }),
  )
  for (const path of [
    ...kinds.values(),
    '/richiesta/',
    '/risultati-ricerca/?departure=Lecce&destination=Otranto',
    '/manca/',
  ]) {
    await visitor.goto(path)
    await visitor.mouse.click(2, 2)
    await look(visitor, path)
  }
  expect(kinds.size).toBeGreaterThan(7)
  const details = [
    'tratte/1/',
    'localita/1/',
    'blog/1/',
    'richieste/contact/1/',
    'richieste/availability_request/1/',
  ]
  const sections = groups.flatMap(({ sections }) => sections.map(({ path }) => path))
  for (const path of [...sections.filter((_, at) => inFull(at % 3 === 0, true)), ...details]) {
    await panel.goto(`/admin/${path}`)
    await panel.getByRole('heading', { level: 1 }).waitFor()
    await panel.getByRole('status', { name: 'Caricamento in corso' }).first().waitFor({ state: 'detached' })
    await look(panel, path)
  }
  expect(found).toEqual([])
  expect(executed).toEqual([])
  // Proves that the browser runs markup that is not escaped.
  await visitor.setContent(markup)
  await expect.poll(() => executed.length).toBeGreaterThan(0)
})
