import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { mayCall, type Role } from '../../../src/kernel/role.ts'
import { panelRoot } from '../../../src/web/admin/kit/adminPath.ts'
import { screens } from '../../../src/web/admin/screens.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems, quiet } from '../../browser.ts'
import { given } from '../../given.ts'
import { long } from '../../length.ts'
import { openPanel, unfold } from '../../panel.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

/** Paths of the screens with a parameter, whose rows `beforeAll` adds. */
const paths: Record<string, string> = {}
beforeAll(async () => {
  const staff = await app.logIn()
  const add = async (path: string, form: object) => {
    const { status, body } = await app.post(`/api/admin/${path}`, form, staff)
    expect([path, status, body.errors]).toEqual([path, 201, undefined])
    return body.id
  }
  const article = await add('blog-posts', {
    title: 'Le marine',
    slug: 'le-marine',
    summary: 'Il mare',
    content: 'Il mare.',
  })
  const category = await add('blog-categories', { name: 'Marine', slug: 'marine' })
  const list = await add('price-lists', {
    name: 'Estate',
    startsOn: '2037-07-01',
    endsOn: '2037-08-31',
    fields: ['price1to3Pax'],
    percent: '10',
  })
  const prompt = { name: 'Luogo', prompt: 'Scrivi', fieldType: 'general' }
  const [chatgpt, claude] = [
    await add('ai-prompts', { ...prompt, provider: 'openai' }),
    await add('ai-prompts', { ...prompt, provider: 'anthropic' }),
  ]
  const [row] =
    await app.sql`select id, price1to3_pax from route_prices where price1to3_pax > 0 order by id limit 1`
  const updates = [{ id: row?.id, field: 'price1to3Pax', value: '77', was: row?.price1to3Pax }]
  const { body: save } = await app.send('PUT', '/api/bulk-pricing/update', { updates }, staff)
  const [sheet] = await app.sql`
    with vehicle as (
      insert into vehicles (plate, kind, seats, bags) values ('SH121HH', 'berlina', 3, 3) returning id
    )
    insert into service_sheets (vehicle_id, year, number, trip_id, parties, plate, driver_name, from_place, to_place,
      departure_at, start_km, arrival_at, end_km)
    select id, 2027, 1, 1, 0, 'SH121HH', 'Guido', 'Lecce', 'Otranto', '2027-07-01T10:00:00Z', 1,
      '2027-07-01T11:00:00Z', 61 from vehicle
    returning id`
  await app.sql`
    insert into uploads (hash, webp, width, height, uploaded_by)
    values (${'1'.repeat(32)}, decode('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'), 1, 1, 'x')`
  const [photo] = await app.sql`
    insert into photos (picture, shown_as, alt, author, licence, uploaded_by)
    values (${'1'.repeat(32)}, 'none', 'Veduta', 'Anna', 'nostra', 'x') returning id`
  const { body: lead } = await app.post('/api/bookings', given.booking())
  await app.sql`
    insert into offers (lead_kind, lead_id, lines, total, valid_until, language, sent_by)
    values ('booking', ${lead.id}, '[]', 95, now() + interval '1 day', 'it', 'anna')`
  await app.sql`
    insert into reviews (lead_kind, lead_id, month, rating, text, name, language)
    values ('booking', ${lead.id}, '2026-08', 5, 'Puntuale', 'Anna', 'it')`
  Object.assign(paths, {
    'blog/:id/': `blog/${article}/`,
    'blog/categorie/:id/': `blog/categorie/${category}/`,
    'foto/:id/': `foto/${photo?.id}/`,
    'lingue/:kind/:id/:language/': `lingue/category/${category}/de/`,
    'testi/tratte/:id/': `testi/tratte/${row?.id}/`,
    'testi/localita/:id/': 'testi/localita/1/',
    'ai/chatgpt/:id/': `ai/chatgpt/${chatgpt}/`,
    'ai/claude/:id/': `ai/claude/${claude}/`,
    'listini/:id/': `listini/${list}/`,
    'fogli-di-servizio/:id/': `fogli-di-servizio/${sheet?.id}/`,
    'prezzimod/cronologia/:batchId/': `prezzimod/cronologia/${save.batchId}/`,
  })
})

/** Returns the responses to the page that are errors. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('response', (reply) => {
    if (reply.status() >= 400) errors.push(`${reply.status()} ${reply.url()}`)
  })
  return errors
}

/** Opens each screen of the role, and expects no error, no script problem and no accessibility problem. */
async function walk(page: Page, role: Role): Promise<number> {
  const errors = errorsOf(page)
  const own = screens.filter(({ handle, isBare }) => !isBare && mayCall(role, { access: handle.least }))
  for (const { path } of own) {
    const below = path.replace(panelRoot, '')
    const at = paths[below] ?? below
    expect(at).not.toContain(':')
    await page.goto(`${panelRoot}${at}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('status', { name: 'Caricamento in corso' }).first().waitFor({ state: 'detached' })
    await quiet(page)
    expect([at, errors]).toEqual([at, []])
    await expect.poll(async () => [at, await page.getByRole('alert').count()]).toEqual([at, 0])
    expect([at, await axeProblems(page)]).toEqual([at, []])
  }
  expect(browser.problems()).toEqual([])
  return own.length
}

const menuOf = async (page: Page) => (await unfold(page)).getByRole('link').allTextContents()

const account = ['Accessi Aperti', 'Il Mio Account']

test(
  'an editor lands on the articles, and every screen of the role opens without a refused call',
  long,
  async () => {
    const page = await openPanel(app, browser, { role: 'redazione' })
    await page.goto('/admin/')
    await page.getByRole('heading', { level: 1, name: 'Lista Articoli' }).waitFor()
    expect(await menuOf(page)).toEqual([
      'Recensioni',
      'Testi',
      ...['Lista Articoli', 'Nuovo Articolo', 'Categorie'],
      ...['ChatGPT', 'Claude', 'Bozze AI', 'Testi Simili', ...account, 'Foto', 'Lingue'],
    ])
    expect(await walk(page, 'redazione')).toBeGreaterThan(18)
    await page.goto('/admin/recensioni/')
    await page.getByRole('button', { name: 'Rispondi a Anna' }).waitFor()
    await expect.poll(() => page.getByRole('main').getByRole('link').count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: 'Nascondi' }).count()).toBe(0)
    await page.goto('/admin/richieste/')
    await page.getByText('Il ruolo Redazione non apre questa sezione').waitFor()
  },
)

test('an editor writes the texts of a route, and finds pages that lack one', long, async () => {
  const page = await openPanel(app, browser, { role: 'redazione' })
  await page.goto('/admin/testi/?kind=route&missing=true&sort=-updatedAt')
  const link = page.getByRole('main').getByRole('row').nth(1).getByRole('link')
  const name = await link.textContent()
  await link.click()
  await page.getByRole('textbox', { name: 'Descrizione' }).fill('Tra gli ulivi')
  await page.getByRole('button', { name: 'Salva' }).click()
  await page.getByText('Testi salvati').waitFor()
  await page.goto(`/admin/testi/?kind=route&search=${encodeURIComponent(name ?? '')}`)
  await page.getByRole('cell', { name: '13 caratteri' }).first().waitFor()
  expect(browser.problems()).toEqual([])
})

test(
  'an accountant lands on the offers, and reads every screen of the role without a button that changes something',
  long,
  async () => {
    const page = await openPanel(app, browser, { role: 'contabile' })
    await page.goto('/admin/')
    await page.getByRole('heading', { level: 1, name: 'Preventivi' }).waitFor()
    expect(await menuOf(page)).toEqual([
      ...['Preventivi', 'Fogli di Servizio', 'Lista Tratte', ...account],
      ...['Listini', 'Impostazioni Tariffe'],
    ])
    expect(await walk(page, 'contabile')).toBeGreaterThan(10)
    const main = page.getByRole('main')
    for (const path of [
      'preventivi/',
      'tratte/',
      'listini/',
      paths['listini/:id/'],
      'tariffe/',
      paths['fogli-di-servizio/:id/'],
      'prezzimod/cronologia/',
      paths['prezzimod/cronologia/:batchId/'],
    ]) {
      await page.goto(`/admin/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await quiet(page)
      const acts = main.getByRole('button', {
        name: /^(Salva|Elimina|Togli|Annulla|Termina|Correggi|Nuovo|Modifica)/,
      })
      await expect.poll(async () => [path, await acts.count()]).toEqual([path, 0])
      const links = main.getByRole('link', { name: /^(Nuovo|Aggiungi|Modifica .+ - )/ })
      await expect.poll(async () => [path, await links.count()]).toEqual([path, 0])
    }
    await page.goto('/admin/tratte/')
    await page.getByRole('link', { name: 'Esporta prezzi CSV' }).waitFor()
    await page.goto('/admin/tariffe/')
    await page.getByLabel('Chilometri di strada').waitFor()
    await expect.poll(() => page.getByLabel('Chilometri di strada').isDisabled()).toBe(true)
  },
)

test(
  '"Vedi come" shows the panel of a role under a banner, changes nothing, and leads back',
  long,
  async () => {
    const page = await openPanel(app, browser, { isSuperAdmin: true })
    await page.goto('/admin/ruoli/')
    const choice = page.getByRole('region', { name: 'Vedi come' })
    await choice.getByRole('button').first().waitFor()
    await expect
      .poll(() => choice.getByRole('button').allTextContents())
      .toEqual(['Autista', 'Operatore', 'Redazione', 'Contabile', 'Admin'])
    await choice.getByRole('button', { name: 'Redazione' }).click()
    await page.getByRole('heading', { level: 1, name: 'Lista Articoli' }).waitFor()
    const banner = page.getByRole('region', { name: 'Vedi come' })
    await banner.getByText('Vedi il pannello come Redazione.').waitFor()
    expect(await menuOf(page)).not.toContain('Utenti Admin')
    expect(await walk(page, 'redazione')).toBeGreaterThan(18)

    await page.goto(`/admin/${paths['blog/categorie/:id/']}`)
    await page.getByLabel('Nome').fill('Altre marine')
    await page.getByRole('button', { name: /^(Salva|Aggiorna)/ }).click()
    await page.getByText('Stai vedendo il pannello come Redazione: puoi solo guardare.').first().waitFor()
    expect(await app.sql`select from blog_categories where name = 'Altre marine'`).toHaveLength(0)
    // Another tab has the own role.
    const other = await page.context().newPage()
    await other.goto('/admin/utenti/')
    await other.getByRole('heading', { level: 1, name: 'Utenti Admin' }).waitFor()
    await other.close()

    await page.goto('/admin/recensioni/')
    await banner.getByRole('button', { name: 'Torna al tuo ruolo' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ruoli' }).waitFor()
    await choice.getByRole('button', { name: 'Autista' }).click()
    await page.getByRole('heading', { level: 1, name: 'I Miei Viaggi' }).waitFor()
    await banner.getByText('Vedi il pannello come Autista.').waitFor()
    await banner.getByRole('button', { name: 'Torna al tuo ruolo' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ruoli' }).waitFor()
    await choice.getByRole('button', { name: 'Contabile' }).click()
    await page.getByRole('heading', { level: 1, name: 'Preventivi' }).waitFor()
    await page.getByRole('button', { name: 'Esci', exact: true }).click()
    await page.getByLabel('Username').waitFor()
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('seenAs'))).toBe(null)
  },
)
