import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { romanDay } from '../../../src/kernel/romanDay.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems } from '../../browser.ts'
import { dayIn, given } from '../../given.ts'
import { openPanel } from '../../panel.ts'

// The server refuses a field of a form. In every form staff read which field, and why.

const { app, browser } = await openAppInBrowser({ data: 'demo' })
const boss = await app.logIn({ isSuperAdmin: true })
const folder = path.join(import.meta.dirname, '../../../src/web/admin')

/** No form of the panel has this field, and no schema a label for it. */
const refused = { path: 'items.0.iataCode', message: 'Scrivi le tre lettere del codice' }
const sentence = 'items.0.iataCode: Scrivi le tre lettere del codice'

/** A form of a source file, and how staff come to it. */
interface Walked {
  file: string
  /** Below `/admin/`. */
  path: () => string
  /** Opens the form and fills it so that the browser sends it. */
  open?: (page: Page) => Promise<unknown>
  /** Default: the first form of the page. */
  form?: (page: Page) => Locator
  /** Selector of the button that sends the form. Default: the form's own button. */
  send?: string
  /** True for the form of an account with a second factor. */
  hasTotp?: boolean
}

/** Forms that send nothing to the server, and forms with a test of their own, with the reason. */
const notWalked: Record<string, string> = {
  'Login.tsx': 'has another reply than the other calls; tested below',
  'kit/ActForm.tsx': 'makes forms of acts from their descriptions',
  'kit/Conflict.tsx': 'closes before the form below it saves',
  'kit/Form.tsx': 'is the frame of all forms that a description makes',
  'kit/ListActs.tsx': 'opens the dialog of useBulkAct.tsx, which shows the refusal instead of the plan',
  'kit/ThingForm.tsx': 'makes forms from their descriptions',
  'leads/inbox/LeadActs.tsx':
    'opens the dialog of useBulkAct.tsx, which shows the refusal instead of the plan',
  'content/blog/ScheduleDialog.tsx': 'sends the form of ArticleForm.tsx',
}

const ids: Record<string, number> = {}
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

beforeAll(async () => {
  const post = async (name: string, address: string, body: object) => {
    const reply = await app.post<{ id: number }>(`/api/admin/${address}`, body, boss)
    expect(reply.status, `${address}: ${reply.text}`).toBeLessThan(300)
    ids[name] = reply.body.id
  }
  const { sql } = app
  const insert = async (name: string, rows: PromiseLike<{ id?: number }[]>) => {
    ids[name] = Number((await rows)[0]?.id)
  }
  await post('vehicle', 'vehicles', { plate: 'UE100AA', kind: 'minivan', seats: 8, bags: 8 })
  await post('driver', 'drivers', { name: 'Ugo Verdi', phone: '347 1234567' })
  const ride = { from: 'Lecce', to: 'Gallipoli', passengers: 2, bags: 1 }
  await post('trip', 'trips', { ...ride, pickupAt: later(2), endsAt: later(3) })
  await post('driven', 'trips', { ...ride, pickupAt: later(6), endsAt: later(7) })
  await post('', `trips/${ids.driven}/assign`, { vehicleId: ids.vehicle, driverId: ids.driver })
  await post('closedDay', 'closed-days', { day: dayIn(90), reason: 'Festa', maxTripsPerHour: 0 })
  await post('redirect', 'redirects', { fromPath: '/vecchia/', toPath: '/prezzi/', statusCode: 301 })
  await post('category', 'blog-categories', { name: 'Spiagge', slug: 'spiagge' })
  await post('analytics', 'google-analytics-configurations', { measurementId: 'G-ABCDEFGH01' })
  await post('user', 'admin-users', {
    username: 'collega',
    password: 'Una-password-lunga-1',
    role: 'admin',
    isActive: true,
  })
  await post('key', 'api-configurations', { name: 'openai', description: 'Testi', isActive: false })
  const company = { companyName: 'Salento Transfer', vatNumber: '01234567890', phone: '0832 111111' }
  const addresses = { email: 'info@salento.example', leadsEmail: 'uno@salento.example' }
  const { status, text } = await app.send(
    'PUT',
    '/api/admin/company-settings',
    { ...company, ...addresses },
    boss,
  )
  expect(status, text).toBe(200)
  ids.lead = (
    await given.lead(app, 'request', {
      name: 'Anna Rossi',
      date: dayIn(30),
      time: '10:00',
      email: 'anna@example.com',
    })
  ).id
  await insert('customer', sql`select id from customers order by id desc limit 1`)
  await post('note', `customers/${ids.customer}/notes`, { text: 'Preferisce il minivan' })
  await insert(
    'list',
    sql`insert into price_lists (name, starts_on, percent, fields, created_by)
      values ('Estate', '2099-06-01', '10', '{price1to3Pax}', 'anna') returning id`,
  )
  await insert(
    'prompt',
    sql`insert into ai_prompts (name, prompt, provider, field_type)
      values ('Domanda', 'Scrivi', 'openai', 'general') returning id`,
  )
  await insert(
    'article',
    sql`insert into blog_posts (title, slug, summary, content)
      values ('Articolo', 'articolo-provato', 'In breve', 'Il testo') returning id`,
  )
  await sql`
    insert into uploads (hash, webp, width, height, uploaded_by)
    values (${'7'.repeat(32)}, decode('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'), 1, 1, 'x')`
  await insert(
    'photo',
    sql`insert into photos (picture, shown_as, alt, author, licence, uploaded_by)
      values (${'7'.repeat(32)}, 'none', 'Veduta', 'Anna', 'Tutti i diritti riservati', 'x') returning id`,
  )
  await insert(
    'mailbox',
    sql`insert into email_configurations (service_name, from_email, smtp_host)
      values ('brevo', 'info@esempio.it', 'smtp.example.com') returning id`,
  )
  await insert(
    'template',
    sql`insert into reply_templates (lead_kind, via, language, name, subject, text)
      values ('availability_request', 'email', 'it', 'Breve', 'Il tuo viaggio', 'Grazie') returning id`,
  )
  await insert(
    'sheet',
    sql`insert into service_sheets (vehicle_id, year, number, trip_id, parties, plate, driver_name, from_place, to_place,
        departure_at, arrival_at, start_km, end_km)
      values (${ids.vehicle ?? 0}, 2026, 1, 999999, 0, 'UE100AA', 'Ugo', 'Lecce', 'Otranto', '2026-05-01T10:00:00Z',
        '2026-05-01T11:00:00Z', 1, 2) returning id`,
  )
  await sql`
    insert into reviews (lead_kind, lead_id, month, rating, text, name, language)
    values ('booking', 900000, '2026-08', 5, 'Puntuale', 'Anna', 'it')`
  await sql`
    insert into inbound_mails (message_id, from_name, from_address, subject, text)
    values ('m1@example.com', 'Dora', 'dora@example.com', 'Prezzo', 'Quanto costa?')`
  const [job] = await sql`
    insert into jobs (kind, status, started_by) values ('route-texts', 'completed', 'anna') returning id`
  await sql`
    insert into text_drafts (job_id, route_id, field, body, provider, model, prompt_name)
    select ${job?.id}, min(id), 'touristInfo', 'Il testo', 'openai', 'modello', 'Domanda' from route_prices`
})

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const withButton = (name: string) => (page: Page) =>
  page.locator('form').filter({ has: page.getByRole('button', { name, exact: true }) })
const inDialog = (page: Page) => page.getByRole('dialog').locator('form')
const leadPath = () => `richieste/availability_request/${ids.lead}/`

const walked: Walked[] = [
  { file: 'catalog/closedDays/ClosedDayForm.tsx', path: () => `giorni-chiusi/${ids.closedDay}/` },
  { file: 'catalog/fares/FareSettings.tsx', path: () => 'tariffe/' },
  {
    file: 'catalog/generator/RunForm.tsx',
    path: () => 'bulk-routes/',
    form: withButton('Mostra il piano'),
  },
  {
    file: 'catalog/places/LocationForm.tsx',
    path: () => 'localita/1/',
    form: withButton('Aggiorna Località'),
  },
  { file: 'catalog/places/LocationNames.tsx', path: () => 'localita/1/', form: withButton('Salva Nomi') },
  { file: 'catalog/priceLists/PriceListForm.tsx', path: () => `listini/${ids.list}/` },
  {
    file: 'catalog/prices/AdjustDialog.tsx',
    path: () => 'prezzimod/?search=otranto',
    async open(page) {
      await press(page, 'Adegua prezzi')
      await page.getByLabel('Variazione').fill('10')
    },
    form: inDialog,
  },
  {
    file: 'catalog/prices/Review.tsx',
    path: () => 'prezzimod/?search=otranto',
    async open(page) {
      await press(page, 'Adegua prezzi')
      await page.getByLabel('Variazione').fill('10')
      await press(page, 'Anteprima')
      await page.getByLabel(/^Motivo/).fill('Prova')
    },
    form: inDialog,
  },
  { file: 'catalog/pageTexts/RouteTextsForm.tsx', path: () => 'testi/tratte/1/' },
  { file: 'catalog/pageTexts/PlaceTextsForm.tsx', path: () => 'testi/localita/1/' },
  { file: 'catalog/routes/RouteForm.tsx', path: () => 'tratte/1/', form: withButton('Aggiorna Tratta') },
  { file: 'catalog/transferTypes/TransferTypeForm.tsx', path: () => 'tipologie-transfer/1/' },
  { file: 'content/blog/ArticleForm.tsx', path: () => `blog/${ids.article}/` },
  { file: 'content/categories/CategoryForm.tsx', path: () => `blog/categorie/${ids.category}/` },
  { file: 'content/photos/PhotoForm.tsx', path: () => `foto/${ids.photo}/` },
  { file: 'content/redirects/RedirectForm.tsx', path: () => `reindirizzamenti/${ids.redirect}/` },
  {
    file: 'content/reviews/ReviewDialog.tsx',
    path: () => 'recensioni/',
    async open(page) {
      await press(page, /^Nascondi/)
      await page.getByLabel('Motivo').fill('Insulti')
    },
    form: inDialog,
  },
  {
    file: 'content/translations/TranslationForm.tsx',
    path: () => `lingue/category/${ids.category}/de/`,
    open: (page) => page.locator('main form :is(input, textarea)').first().fill('Strände'),
  },
  {
    file: 'integrations/ai/AiSettings.tsx',
    path: () => 'api-esterne/',
    form: withButton('Salva Impostazioni'),
  },
  {
    file: 'integrations/drafts/TextBatch.tsx',
    path: () => 'ai/bozze/',
    open: (page) => page.getByLabel('Prompt').selectOption(String(ids.prompt)),
    form: withButton('Scrivi le bozze'),
  },
  {
    file: 'integrations/drafts/TextDrafts.tsx',
    path: () => 'ai/bozze/',
    open: (page) => press(page, /^Rivedi/),
    form: withButton('Salva nella tratta'),
  },
  {
    file: 'integrations/indexnow/IndexNowKey.tsx',
    path: () => 'indexnow/',
    open: (page) => page.getByLabel(/^Chiave personalizzata/).fill('abcdef0123456789'),
    form: withButton('Salva chiave'),
  },
  {
    file: 'integrations/keys/ApiKeys.tsx',
    path: () => 'api-esterne/',
    form: withButton('Salva Configurazione'),
  },
  { file: 'integrations/mail/BrevoEmailForm.tsx', path: () => `brevo-email/${ids.mailbox}/` },
  {
    file: 'integrations/mail/MailTrials.tsx',
    path: () => `brevo-email/${ids.mailbox}/`,
    async open(page) {
      await press(page, 'Invia Email Test')
      await page.getByLabel('Destinatario della prova').fill('anna@example.com')
    },
    form: withButton('Invia'),
  },
  {
    file: 'integrations/mailbox/ReplyMailbox.tsx',
    path: () => 'casella-risposte/',
    async open(page) {
      await page.getByLabel('Server IMAP').fill('imap.example.com')
      await page.getByLabel('Nome utente').fill('anna')
      await page.getByLabel('Password').fill('segreta')
    },
  },
  {
    file: 'integrations/prompts/PromptForm.tsx',
    path: () => `ai/chatgpt/${ids.prompt}/`,
  },
  {
    file: 'integrations/prompts/PromptTrial.tsx',
    path: () => `ai/chatgpt/${ids.prompt}/`,
    form: withButton('Genera con AI'),
  },
  {
    file: 'kit/ViewName.tsx',
    path: () => 'tratte/?search=otranto',
    async open(page) {
      await press(page, 'Salva questa vista')
      await page.getByLabel('Nome').fill('Otranto')
    },
    form: inDialog,
  },
  {
    file: 'leads/customers/CustomerNotes.tsx',
    path: () => `clienti/${ids.customer}/`,
    open: (page) => page.getByLabel('Nuova nota').fill('Ha un cane'),
    form: withButton('Aggiungi la nota'),
  },
  {
    file: 'leads/customers/CustomerNotes.tsx',
    path: () => `clienti/${ids.customer}/`,
    open: (page) => press(page, 'Modifica la nota'),
    form: withButton('Salva la nota'),
  },
  { file: 'leads/inbox/LeadForm.tsx', path: leadPath, form: withButton('Salva') },
  {
    file: 'leads/inbox/LeadReply.tsx',
    path: leadPath,
    form: (page) => page.getByRole('region', { name: 'Risposta' }),
    send: '[data-send]',
  },
  {
    file: 'leads/inbox/PhoneLead.tsx',
    path: () => 'richieste/nuova/',
    async open(page) {
      await page.getByLabel('Nome').fill('Anna')
      await page.getByLabel('Telefono').fill('347 1234567')
    },
    form: withButton('Registra'),
  },
  {
    file: 'leads/inbox/ReceivedMails.tsx',
    path: () => 'email-ricevute/',
    open: (page) => page.getByLabel('Codice della richiesta').fill('ABC123'),
    form: (page) => page.locator('form').filter({ has: page.getByLabel('Codice della richiesta') }),
  },
  { file: 'leads/templates/ReplyTemplateForm.tsx', path: () => `risposte/${ids.template}/` },
  { file: 'settings/analytics/MeasurementForm.tsx', path: () => `google-analytics/${ids.analytics}/` },
  {
    file: 'settings/company/CompanySettings.tsx',
    path: () => 'azienda/',
  },
  { file: 'settings/site/LiveMode.tsx', path: () => 'modalita-live/' },
  {
    file: 'settings/staff/Account.tsx',
    path: () => 'account/',
    hasTotp: true,
    open: (page) => page.getByLabel('Password attuale per disattivare la verifica').fill('Una-password-1'),
    form: withButton('Disattiva'),
  },
  {
    file: 'settings/staff/PasswordForm.tsx',
    path: () => 'account/',
    async open(page) {
      const form = page.getByRole('region', { name: 'Password', exact: true }).locator('input')
      for (const field of await form.all()) await field.fill('Una-password-lunga-1')
    },
    form: (page) => page.getByRole('region', { name: 'Password', exact: true }).locator('form'),
  },
  { file: 'settings/staff/AdminUserForm.tsx', path: () => `utenti/${ids.user}/` },
  { file: 'settings/staff/SignInRules.tsx', path: () => 'utenti/', form: withButton('Salva regole') },
  {
    file: 'settings/staff/TotpSetup.tsx',
    path: () => 'account/',
    open: (page) => page.getByLabel('Password attuale per attivare la verifica').fill('Una-password-1'),
    form: withButton('Attiva'),
  },
  {
    file: 'trips/calendar/LegDialog.tsx',
    path: () => `calendario/?giorno=${dayIn(30)}`,
    open: (page) =>
      page
        .getByRole('region', { name: 'Da confermare' })
        .getByRole('button', { name: /Anna Rossi/ })
        .click(),
    form: inDialog,
  },
  {
    file: 'trips/driving/KmDialog.tsx',
    path: () => `calendario/?giorno=${romanDay(new Date(later(6)))}`,
    async open(page) {
      await page
        .getByRole('region', { name: 'Viaggi assegnati' })
        .getByRole('button', { name: /Gallipoli/ })
        .click()
      await page.getByText('Registra per l’autista').click()
      await press(page, 'In viaggio')
      await page.getByLabel('Chilometri sul contachilometri').fill('100')
    },
    form: inDialog,
  },
  { file: 'trips/fleet/DriverForm.tsx', path: () => `autisti/${ids.driver}/` },
  { file: 'trips/fleet/VehicleForm.tsx', path: () => `veicoli/${ids.vehicle}/` },
  {
    file: 'trips/offers/OfferDialog.tsx',
    path: leadPath,
    open: (page) => press(page, /preventivo$/),
    form: inDialog,
  },
  {
    file: 'trips/sheets/CorrectionDialog.tsx',
    path: () => `fogli-di-servizio/${ids.sheet}/`,
    async open(page) {
      await press(page, 'Correggi')
      await page.getByLabel('Motivo della correzione').fill('Chilometri sbagliati')
    },
    form: inDialog,
  },
  {
    file: 'trips/trips/AssignDialog.tsx',
    path: () => `viaggi/${ids.driven}/`,
    open: (page) => press(page, 'Riassegna'),
    form: inDialog,
  },
  { file: 'trips/trips/TripForm.tsx', path: () => `viaggi/${ids.trip}/` },
]

const sources = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }))

test('every form of the panel is walked below, or a reason says why not', () => {
  const known = [...walked.map(({ file }) => file), ...Object.keys(notWalked)]
  // The kit defines the functions that make forms, so its definitions have type parameters.
  const made = /\b(thing|settings|act)(Screen|Form|Dialog)(<(?!\s*\w+ extends)|\(\{)/
  const forms = sources().filter(({ text }) => made.test(text) || /<(Form|form)\b(?!<)/.test(text))
  expect(forms.length).toBeGreaterThan(50)
  expect(forms.map(({ file }) => file).filter((file) => !known.includes(file))).toEqual([])
  expect(known.filter((file) => !forms.some((form) => form.file === file))).toEqual([])
})

test('a form that sends its values is built with the kit, which shows errors of any field', () => {
  const plain = sources().filter(({ text }) => /<form\b/.test(text))
  expect(plain.map(({ file }) => file).filter((file) => !(file in notWalked))).toEqual([])
})

/** Answers as the server does when it refuses fields. */
const refusalOf = (errors: (typeof refused)[]) => ({
  status: 422,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    title: 'Unprocessable Content',
    status: 422,
    detail: errors[0]?.message,
    errors,
  }),
})

/**
 * Runs in the page. While `window.refusal` is set, it is the response to every save. In the page, because `page.route`
 * would slow all other calls.
 */
function refuseSaves(): void {
  const { fetch } = window
  window.fetch = async (url, init) => {
    const { refusal } = window as { refusal?: ReturnType<typeof refusalOf> | null }
    if (!refusal || (init?.method ?? 'GET') === 'GET') return fetch(url, init)
    const { body, status, contentType } = refusal
    return new Response(body, { status, headers: { 'content-type': contentType } })
  }
}

/** From now on the page refuses saves with these errors; with none, it sends them. */
const refuse = (page: Page, errors: (typeof refused)[]) =>
  page.evaluate(
    (refusal) => void Object.assign(window, { refusal }),
    errors.length > 0 ? refusalOf(errors) : null,
  )

/** Lets the account page show its form for accounts with a second factor. */
const showTotpEnd = (page: Page) =>
  page.route('**/api/admin/session', async (route) => {
    const response = await route.fetch()
    const session = await response.json()
    session.adminUser.hasTotp = true
    await route.fulfill({ response, json: session })
  })

/** Opens a screen without loading the panel again, and without the question about unsaved changes. */
async function goTo(page: Page, address: string): Promise<void> {
  const { pathname, search } = new URL(`/admin/${address}`, app.origin)
  // The same screen would keep its state.
  if (new URL(page.url()).pathname === pathname) return void (await page.goto(`/admin/${address}`))
  await page.evaluate((path) => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset.left = ''
    history.pushState({}, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, pathname + search)
  await page.locator('h1:not([data-left])').first().waitFor()
}

/** Returns the text at the top of the form, and the names of the fields that show an error. */
function errorsIn(form: Element) {
  const first = form.firstElementChild
  const isAlert = first?.getAttribute('role') === 'alert'
  return {
    top: isAlert ? (first.textContent ?? '') : null,
    isTopFocused: isAlert && first === document.activeElement,
    fields: [...form.querySelectorAll<HTMLElement>('[aria-invalid=true], [data-error]')]
      .filter((one) => one.checkVisibility())
      .map((one) => one.dataset.error ?? one.getAttribute('name')),
  }
}

/** Returns the names of the fields that staff see. */
const fieldsIn = (form: Element) => [
  ...new Set(
    [...form.querySelectorAll<HTMLInputElement>(':is(input, select, textarea)[name]:enabled')]
      .filter((field) => field.name !== '' && field.type !== 'radio' && field.checkVisibility())
      .map(({ name }) => name),
  ),
]

/** Walks some forms in one page. Returns what is wrong with them. */
async function walk(forms: Walked[]): Promise<string[]> {
  const faults: string[] = []
  const page = await openPanel(app, browser, { isSuperAdmin: true, viewport: { width: 1440, height: 1000 } })
  await page.addInitScript(refuseSaves)
  await page.goto('/admin/ruoli/')
  for (const { file, path: address, open, form: formIn, send, hasTotp = false } of forms) {
    try {
      await refuse(page, [])
      if (hasTotp) await showTotpEnd(page)
      await (hasTotp ? page.goto(`/admin/${address()}`) : goTo(page, address()))
      await open?.(page)
      const form = formIn ? formIn(page).first() : page.locator('main form').first()
      const button = form.locator(send ?? '[type=submit]').first()
      await button.waitFor()
      await refuse(page, [refused])
      await button.click()
      await form.getByRole('alert').getByText(sentence).waitFor()
      const { top, isTopFocused } = await form.evaluate(errorsIn)
      if (top === null) faults.push(`${file}: not at the top`)
      if (!isTopFocused) faults.push(`${file}: without the focus`)

      const names = await form.evaluate(fieldsIn)
      if (names.length > 0) {
        await refuse(
          page,
          names.map((path) => ({ path, message: 'Non va bene' })),
        )
        await button.click()
        const shown = async () => (await form.evaluate(errorsIn)).fields.length
        await expect.poll(shown).toBeGreaterThan(0)
        const { top, fields } = await form.evaluate(errorsIn)
        const others = names.filter((name) => !fields.includes(name))
        if (top || others.length > 0)
          faults.push(`${file}: ${others} without their errors, at the top: ${top}`)
      }
    } catch (error) {
      faults.push(`${file}: ${String(error).split('\n').slice(0, 3).join(' ')}`)
    }
  }
  return faults
}

test('in every form, an error stands at its field, or at the top with the focus if the form does not show the field', {
  timeout: 600_000,
}, async () => {
  const lanes = 3
  const parts = Array.from({ length: lanes }, (_, lane) =>
    walked.filter((_one, index) => index % lanes === lane),
  )
  expect((await Promise.all(parts.map(walk))).flat()).toEqual([])
})

test('the browser itself refuses a value of a field that the form does not show, and staff read why', async () => {
  const page = await openPanel(app, browser)
  await page.route(`**/api/admin/vehicles/${ids.vehicle}`, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), updatedAt: 'ieri' } })
  })
  await page.goto(`/admin/veicoli/${ids.vehicle}/`)
  const form = page.locator('main form')
  await form.getByRole('button', { name: 'Aggiorna veicolo' }).click()
  const alert = form.getByRole('alert').filter({ hasText: 'C’è un problema che nessun campo mostra.' })
  await alert.getByText(/^updatedAt: /).waitFor()
  await expect.poll(() => alert.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await axeProblems(page)).toEqual([])

  // An error of a field that the form shows stands at the field, which gets the focus.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  const plate = form.getByLabel('Targa')
  await plate.fill('')
  await form.getByRole('button', { name: 'Aggiorna veicolo' }).click()
  await expect.poll(() => plate.evaluate((element) => element === document.activeElement)).toBe(true)
  await expect.poll(() => plate.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => alert.count()).toBe(0)
})

test('a log-in that is refused before its password is checked says why at the top of the form', async () => {
  const page = await browser.page({ baseURL: app.origin })
  await page.goto('/admin/login/')
  await page.route('**/api/admin/login', (route) => route.fulfill(refusalOf([refused])))
  await page.getByLabel('Username').fill('anna')
  await page.getByLabel('Password').fill('Una-password-1')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await page.locator('form').getByRole('alert').getByText(refused.message).waitFor()
})
