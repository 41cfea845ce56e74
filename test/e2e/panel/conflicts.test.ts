import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems } from '../../browser.ts'
import { given } from '../../given.ts'
import { long } from '../../length.ts'
import { openPanel } from '../../panel.ts'

// Two users change the same record. No change is overwritten unseen, and no needless question appears.

const { app, browser } = await openAppInBrowser({ data: 'demo' })
const colleague = await app.logIn()

/** Saves, as another user, the record that is open in the panel. */
async function colleagueSaves(path: string, change: Record<string, unknown>): Promise<void> {
  const { body } = await app.get(path, colleague)
  const { status, text } = await app.send('PUT', path, { ...body, ...change }, colleague)
  expect(status, text).toBe(200)
}

/** Opens the panel without its event stream, so that only a save can reveal the conflict. */
async function openDeaf(path: string, isSuperAdmin = false): Promise<Page> {
  const page = await openPanel(app, browser, { isSuperAdmin })
  await page.route('**/api/admin/events', (route) => route.abort())
  await page.goto(path)
  return page
}

const routeOf = async (slug: string): Promise<number> =>
  (await app.sql<{ id: number }[]>`select id from route_prices where slug = ${slug}`)[0]?.id ?? 0

const dialogOf = (page: Page) =>
  page.getByRole('dialog', { name: 'Un’altra persona ha salvato nel frattempo' })

test('a price and a duration that two people changed are both saved, without a question', async () => {
  const id = await routeOf('aeroporto-bari-otranto')
  const address = `/api/admin/route-prices/${id}`
  const { body: before } = await app.get(address, colleague)
  const page = await openDeaf(`/admin/tratte/${id}/`)
  await page.getByLabel('Durata stimata').fill('3 ore esatte')
  const price = String(Number(before.price4to8Pax) + 5)
  await colleagueSaves(address, { price4to8Pax: price, touristInfo: 'Scritto dalla collega' })
  await page.getByRole('button', { name: 'Aggiorna Tratta' }).click()
  await page.getByText(/^Restano le modifiche di un’altra persona: .*Van, fino a 8 passeggeri/).waitFor()
  const { body: after } = await app.get(address, colleague)
  expect(after).toMatchObject({
    price4to8Pax: price,
    touristInfo: 'Scritto dalla collega',
    estimatedDuration: '3 ore esatte',
  })
  expect(after.price1to3Pax).toBe(before.price1to3Pax)
})

test('a colleague’s save appears in the open form, and text being typed stays', async () => {
  const id = await routeOf('aeroporto-bari-gallipoli')
  const page = await openPanel(app, browser)
  const connected = page.waitForResponse('**/api/admin/events')
  await page.goto(`/admin/tratte/${id}/`)
  await connected
  const slug = page.getByLabel('Slug')
  await slug.fill('aeroporto-bari-gallipoli-centro')
  await slug.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 5))
  await colleagueSaves(`/api/admin/route-prices/${id}`, { estimatedDuration: '2 ore e 20' })
  await expect.poll(() => page.getByLabel('Durata stimata').inputValue()).toBe('2 ore e 20')
  await expect.poll(() => slug.inputValue()).toBe('aeroporto-bari-gallipoli-centro')
  await expect
    .poll(() =>
      slug.evaluate((input: HTMLInputElement) => [
        document.activeElement === input,
        input.selectionStart,
        input.selectionEnd,
      ]),
    )
    .toEqual([true, 3, 5])
  await page.getByText('Modifiche non salvate').waitFor()
})

test('a save whose row the event stream brings before the response leaves the form without a question', async () => {
  const { body: made } = await app.post(
    '/api/admin/google-analytics-configurations',
    { measurementId: 'G-ABCDEFGH12' },
    colleague,
  )
  const page = await openPanel(app, browser)
  const address = `**/api/admin/measurement-configurations/${made.id}`
  const connected = page.waitForResponse('**/api/admin/events')
  await page.goto(`/admin/google-analytics/${made.id}/`)
  await connected
  await page.getByRole('textbox', { name: /^Descrizione/ }).fill('Vecchia proprietà')
  await page.route(address, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    const isRead = page.waitForResponse(
      (reply) => reply.request().method() === 'GET' && reply.url().endsWith(`/${made.id}`),
    )
    const response = await route.fetch()
    await (await isRead).finished()
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Salva Configurazione' }).click()
  await page.getByRole('row').filter({ hasText: 'Vecchia proprietà' }).waitFor()
})

test('by keyboard: the form asks only about the field that both changed, and saves nothing before the user has chosen', async () => {
  const id = await routeOf('aeroporto-bari-lecce')
  const address = `/api/admin/route-prices/${id}`
  const page = await openDeaf(`/admin/tratte/${id}/`)
  const duration = page.getByLabel('Durata stimata')
  await duration.fill('La mia durata')
  await page.getByLabel('Distanza (km)').fill('151')
  await page.getByLabel('Slug').fill('bari-lecce-mia')
  await colleagueSaves(address, {
    estimatedDuration: 'La sua durata',
    slug: 'bari-lecce-sua',
    touristInfo: 'Suo',
  })
  const save = page.getByRole('button', { name: 'Aggiorna Tratta' })
  await save.click()
  const dialog = dialogOf(page)
  await dialog.getByText('La mia durata').waitFor()
  await expect
    .poll(() =>
      dialog
        .getByRole('group')
        .evaluateAll((all) => all.map((one) => one.querySelector('legend')?.textContent)),
    )
    .toEqual(['Durata stimata', 'Slug'])
  expect(await axeProblems(page)).toEqual([])

  // Without a choice, the form keeps its input and asks again at the next save.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => duration.inputValue()).toBe('La mia durata')
  await expect
    .poll(async () => (await app.get(address, colleague)).body)
    .toMatchObject({
      estimatedDuration: 'La sua durata',
      slug: 'bari-lecce-sua',
    })
  await save.click()
  await dialog.getByText('La sua durata').waitFor()
  const first = dialog.getByRole('group', { name: 'Durata stimata' })
  await dialog.getByRole('button', { name: 'Salva così' }).press('Enter')
  await first.getByText('Scegli quale valore resta').waitFor()
  await expect
    .poll(() =>
      first
        .getByRole('radio')
        .first()
        .evaluate((radio) => radio === document.activeElement),
    )
    .toBe(true)
  await expect
    .poll(async () => (await app.get(address, colleague)).body.estimatedDuration)
    .toBe('La sua durata')
  await page.keyboard.press('Space')
  await expect.poll(() => first.getByRole('radio', { name: 'La mia: La mia durata' }).isChecked()).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect
    .poll(() =>
      dialog
        .getByRole('group', { name: 'Slug' })
        .getByRole('radio', { name: /^Quella salvata/ })
        .isChecked(),
    )
    .toBe(true)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await app.get(address, colleague)).body)
    .toMatchObject({
      estimatedDuration: 'La mia durata',
      slug: 'bari-lecce-sua',
      distanceKm: 151,
      touristInfo: 'Suo',
    })
})

test('a list of objects is merged by value, and a choice is shown by its name', long, async () => {
  const said = [{ name: 'Anna', text: 'Puntuali', source: 'Google', date: '' }]
  await app.send(
    'PUT',
    '/api/admin/company-settings',
    {
      companyName: 'Salento Transfer',
      vatNumber: '01234567890',
      phone: '0832 111111',
      email: 'info@salento.example',
      leadsEmail: 'uno@salento.example',
      testimonials: said,
    },
    colleague,
  )
  const page = await openDeaf('/admin/azienda/')
  await page.getByLabel('Telefono', { exact: true }).fill('0832 222222')
  await colleagueSaves('/api/admin/company-settings', {
    testimonials: [...said, { name: 'Bruno', text: 'Gentili', source: 'Google', date: '' }],
  })
  await page.getByRole('button', { name: 'Salva Impostazioni' }).click()
  await expect
    .poll(async () => (await app.get('/api/admin/company-settings', colleague)).body)
    .toMatchObject({ phone: '0832 222222', testimonials: [{ name: 'Anna' }, { name: 'Bruno' }] })

  // Both users added an item, so the dialog asks one question about the whole list.
  await page.getByLabel('Testimonianza 2').waitFor()
  await page.getByLabel('Testimonianza 2').fill('Gentilissimi')
  await page.getByLabel('Città').fill('Lecce')
  await colleagueSaves('/api/admin/company-settings', { testimonials: [], city: 'Lecce' })
  await page.getByRole('button', { name: 'Salva Impostazioni' }).click()
  const group = dialogOf(page).getByRole('group')
  await group.getByText(/Bruno · .*Gentilissimi/).waitFor()
  await expect.poll(() => group.count()).toBe(1)
  await group.getByRole('radio', { name: 'Quella salvata: vuoto' }).check()
  await dialogOf(page).getByRole('button', { name: 'Salva così' }).click()
  await expect
    .poll(async () => (await app.get('/api/admin/company-settings', colleague)).body)
    .toMatchObject({ phone: '0832 222222', city: 'Lecce', testimonials: [] })
})

test('a key that a colleague changed stays when the description is changed here', async () => {
  const { body: made } = await app.post(
    '/api/admin/api-configurations',
    { name: 'openai', description: 'Testi', apiKey: 'sk-prima-chiave-1111', isActive: false },
    colleague,
  )
  const address = `/api/admin/api-configurations/${made.id}`
  const page = await openDeaf('/admin/api-esterne/', true)
  const section = page.getByRole('region', { name: /^OpenAI/ })
  await section.getByRole('textbox', { name: /^Descrizione/ }).fill('Testi delle tratte')
  await colleagueSaves(address, { apiKey: 'sk-della-collega-2222' })
  await section.getByRole('button', { name: 'Salva Configurazione' }).click()
  await expect
    .poll(async () => (await app.get(address, colleague)).body)
    .toMatchObject({ description: 'Testi delle tratte', apiKey: '••••2222' })

  await section.getByLabel('API Key').fill('sk-la-mia-nuova-3333')
  await colleagueSaves(address, { apiKey: 'sk-della-collega-4444' })
  await section.getByRole('button', { name: 'Salva Configurazione' }).click()
  const dialog = dialogOf(page)
  await dialog.getByText('••••4444').waitFor()
  await expect.poll(() => dialog.textContent()).not.toContain('3333')
  await expect.poll(async () => (await app.get(address, colleague)).body.apiKey).toBe('••••4444')
})

test(
  'a button of a request saves apart from its form, which still asks about the note that both wrote',
  long,
  async () => {
    const lead = await given.lead(app, 'contact')
    const address = `/api/admin/contacts/${lead.id}`
    const page = await openDeaf(`/admin/richieste/contact/${lead.id}/`)
    await page.getByLabel('Note').fill('La mia nota')
    await app.send('PATCH', address, { id: lead.id, notes: 'La sua nota', price: '80' }, colleague)
    await page.getByRole('button', { name: 'Preventivo', exact: true }).click()
    await page.getByRole('button', { name: 'Preventivo', exact: true, pressed: true }).waitFor()
    await page.getByRole('button', { name: 'Salva', exact: true }).click()
    await dialogOf(page).getByRole('group', { name: 'Note' }).getByText('La sua nota').waitFor()
    await expect.poll(() => dialogOf(page).getByRole('group').count()).toBe(1)
    await dialogOf(page)
      .getByRole('radio', { name: /^La mia/ })
      .check()
    await dialogOf(page).getByRole('button', { name: 'Salva così' }).click()
    await expect
      .poll(async () => (await app.sql`select notes, status from contacts where id = ${lead.id}`)[0])
      .toEqual({ notes: 'La mia nota', status: 'preventivo' })
    await expect.poll(() => page.getByLabel(/^Prezzo concordato/).inputValue()).toBe('80')
  },
)
