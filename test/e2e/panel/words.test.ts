import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp, staffPassword, startApp } from '../../app.ts'
import { axeProblems, type OpenBrowser, openBrowser } from '../../browser.ts'
import { fewCases, long } from '../../length.ts'
import { openMailbox } from '../../mailbox.ts'
import { openPanel, pick, unfold } from '../../panel.ts'

const app = await openApp({ data: 'demo' })

// Tests the labels of the panel in docs/spec-backoffice.md that no other test checks.

let browser: OpenBrowser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser[Symbol.asyncDispose]())

/** Delays HTTP requests until the returned function is called. */
async function hold(page: Page, addresses: string): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(addresses, async (route) => {
    await held
    await route.continue()
  })
  return release
}

async function cutOff(page: Page): Promise<void> {
  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  )
}

const toasts = (page: Page): Locator => page.locator('[aria-live="polite"].fixed')

async function open(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
}

test('the log-in requires both fields, says that it is pending, greets, and says when the server does not answer', async () => {
  const { body } = await app.get('/api/admin/session', await app.logIn())
  const page = await browser.page({ baseURL: app.origin })
  await page.goto('/admin/login/')
  const button = page.getByRole('button')
  for (const field of ['Username', 'Password']) {
    await page.getByRole('button', { name: 'Accedi' }).click()
    const box = page.getByLabel(field)
    await expect.poll(() => box.evaluate((input: HTMLInputElement) => input.validity.valueMissing)).toBe(true)
    await box.fill(field === 'Username' ? body.adminUser.username : staffPassword)
  }
  await page.route('**/api/admin/login', (route) => route.abort())
  await page.getByRole('button', { name: 'Accedi' }).click()
  await toasts(page).getByText('Errore di accesso').waitFor()
  await toasts(page)
    .getByText(/^Login fallito/)
    .waitFor()
  await page.unroute('**/api/admin/login')
  const release = await hold(page, '**/api/admin/login')
  await page.getByRole('button', { name: 'Accedi' }).click()
  await expect.poll(() => button.first().textContent()).toBe('Accesso in corso...')
  await expect.poll(() => button.first().isDisabled()).toBe(true)
  release()
  await toasts(page).getByText('Accesso riuscito').waitFor()
  await toasts(page).getByText('Benvenuto nel pannello amministratore').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/')
})

test(
  'while the session is being checked, or the server is silent, the panel shows that and nothing else',
  long,
  async () => {
    const page = await openPanel(app, browser)
    const release = await hold(page, '**/api/admin/session')
    const asked = page.waitForRequest('**/api/admin/session')
    await page.goto('/admin/account/')
    await asked
    await page.getByText('Verifica autenticazione...').waitFor()
    await expect.poll(() => page.getByRole('navigation').count()).toBe(0)
    release()
    await page.getByRole('heading', { name: 'Il Mio Account' }).waitFor()

    // After an outage the panel opens automatically.
    let isDown = true
    await page.route('**/api/admin/session', (route) =>
      isDown ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
    )
    await page.reload()
    await page.getByRole('alert').getByText('Il server non risponde.').waitFor()
    isDown = false
    await page.getByRole('heading', { name: 'Il Mio Account' }).waitFor()
  },
)

test(
  'the menu contains the sections of the specification in their groups, each opens at its own address, groups fold, a phone has a drawer',
  long,
  async () => {
    await using app = await startApp()
    const page = await openPanel(app, browser, { isSuperAdmin: true })
    await open(page, '/admin/account/', 'Il Mio Account')
    const menu = page.getByRole('navigation', { name: 'Sezioni' })
    const openGroups = () =>
      menu
        .locator('button[aria-expanded=true]')
        .evaluateAll((all) => all.map(({ textContent }) => textContent))
    await expect.poll(openGroups).toEqual(['Sistema'])
    await unfold(page)
    const specified: [group: string, sections: string[]][] = [
      ['', ['Dashboard']],
      ['Prenotazioni', ['Richieste Disponibilità', 'Calendario']],
      ['Tratte', ['Lista Tratte', 'Aggiungi Tratta', 'Tipologie Transfer']],
      ['Località', ['Lista Località', 'Aggiungi Località']],
      ['Blog', ['Lista Articoli', 'Nuovo Articolo']],
      ['Configurazioni', ['API Esterne', 'Brevo Email', 'Google Analytics', 'Search Console', 'IndexNow']],
      ['AI', ['ChatGPT', 'Claude']],
      ['Sistema', ['Utenti Admin', 'Modalità Live']],
      ['Gestione Bulk', ['Modifica Prezzi', 'Creazione Tratte']],
      ['', ['Impostazioni Azienda']],
    ]
    const sections = specified.flatMap(([, names]) => names)
    const shown = await menu.evaluate((nav) =>
      [...nav.children].map((group): [string, string[]] => [
        group.querySelector('button')?.textContent ?? '',
        [...group.querySelectorAll('a')].map((link) => link.textContent),
      ]),
    )
    expect(
      shown
        .map(([group, names]) => [group, names.filter((name) => sections.includes(name))] as const)
        .filter(([, names]) => names.length > 0),
    ).toEqual(specified)
    const addresses = new Map<string, string>()
    for (const name of sections) {
      await unfold(page)
      await menu.getByRole('link', { name, exact: true }).click()
      const title = name === 'Dashboard' ? 'Oggi' : name
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      await menu.locator('[aria-current="page"]').getByText(name, { exact: true }).waitFor()
      addresses.set(name, new URL(page.url()).pathname)
    }
    expect(new Set(addresses.values()).size).toBe(sections.length)
    for (const name of ['Google Analytics', 'Lista Articoli', 'Modifica Prezzi']) {
      await open(page, addresses.get(name) ?? '', name)
      await expect.poll(() => menu.locator('[aria-current="page"]').allTextContents()).toEqual([name])
    }
    await page.getByRole('main').getByRole('link', { name: 'Creazione Tratte' }).waitFor()
    await open(page, '/admin/google-analytics/nuova/', 'Nuova configurazione')
    await expect
      .poll(() => menu.locator('[aria-current="page"]').allTextContents())
      .toEqual(['Google Analytics'])
    // Only the group of the open section is open. A key opens another, which a reload and the next group forget.
    await expect.poll(openGroups).toEqual(['Configurazioni'])
    const group = menu.getByRole('button', { name: 'Blog' })
    await expect.poll(() => group.getAttribute('aria-expanded')).toBe('false')
    await group.focus()
    await page.keyboard.press('Enter')
    await menu.getByRole('link', { name: 'Lista Articoli' }).waitFor()
    await expect.poll(openGroups).toEqual(['Blog', 'Configurazioni'])
    await page.keyboard.press('Enter')
    await menu.getByRole('link', { name: 'Lista Articoli' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Space')
    await page.reload()
    await expect.poll(openGroups).toEqual(['Configurazioni'])
    await group.click()
    await menu.getByRole('link', { name: 'Lista Articoli' }).click()
    await expect.poll(openGroups).toEqual(['Blog'])
    for (const width of [768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await axeProblems(page)).toEqual([])
    }

    await page.setViewportSize({ width: 390, height: 800 })
    await menu.waitFor({ state: 'hidden' })
    const opener = page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true })
    await opener.click()
    expect(await axeProblems(page)).toEqual([])
    await menu.getByRole('button', { name: 'Configurazioni' }).click()
    await menu.getByRole('link', { name: 'IndexNow' }).click()
    await page.getByRole('heading', { name: 'IndexNow', level: 1 }).waitFor()
    await menu.waitFor({ state: 'hidden' })
    await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('false')
  },
)

test(
  'company settings: the fields, several addresses for requests, and the label while saving',
  long,
  async () => {
    await using app = await startApp()
    const page = await openPanel(app, browser)
    await open(page, '/admin/azienda/', 'Impostazioni Azienda')
    for (const [label, value] of [
      ['Ragione sociale', 'Salento Transfer'],
      ['Partita IVA', '01234567890'],
      ['Telefono', '0832 123456'],
      ['Email', 'info@salento.example'],
      ['Email per le richieste', 'uno@salento.example, due@salento.example'],
      ['Indirizzo', 'Via Roma 1'],
      ['CAP', '73100'],
      ['Città', 'Lecce'],
    ] as const)
      await page.getByRole('textbox', { name: new RegExp(`^${label}( ?facoltativo)?$`) }).fill(value)
    await page.getByRole('textbox', { name: /^REA/ }).fill('LE 123456')
    await page.getByText('Uno o più indirizzi separati da virgola: tutti ricevono le richieste').waitFor()
    const release = await hold(page, '**/api/admin/company-settings')
    await page.getByRole('button', { name: 'Salva Impostazioni' }).click()
    await page.getByRole('button', { name: 'Salvataggio...' }).waitFor()
    release()
    await toasts(page).getByText('Impostazioni salvate').waitFor()
    const [row] = await app.sql`select leads_email, rea, city from company_settings`
    expect(row).toEqual({
      leadsEmail: 'uno@salento.example, due@salento.example',
      rea: 'LE 123456',
      city: 'Lecce',
    })
  },
)

test(
  'a button creates a Maps configuration, inactive and empty; its key is entered hidden and shown masked',
  long,
  async () => {
    await using app = await startApp()
    const page = await openPanel(app, browser, { isSuperAdmin: true })
    await open(page, '/admin/api-esterne/', 'API Esterne')
    const maps = page.getByRole('region', { name: /^Google Maps e Places/ })
    await maps.getByRole('button', { name: 'Crea configurazione Google Maps e Places' }).click()
    const key = maps.getByLabel('API Key')
    await key.waitFor()
    const stored = async () => (await app.sql`select name, is_active, api_key from api_configurations`)[0]
    await expect.poll(stored).toMatchObject({ name: 'maps-places', isActive: false })
    await maps.getByText('Non attiva').waitFor()
    await expect.poll(() => maps.getByText('Chiave salvata').count()).toBe(0)
    await expect
      .poll(async () => [await key.getAttribute('type'), await key.inputValue()])
      .toEqual(['password', ''])
    await key.fill('AIzaSy-prova-9876')
    await maps.getByRole('textbox', { name: /^Descrizione/ }).fill('Mappe e luoghi')
    await maps.getByLabel('Attiva').check()
    await maps.getByRole('button', { name: 'Salva Configurazione' }).click()
    await maps.getByText('••••9876').waitFor()
    await maps.getByText('Mappe e luoghi').waitFor()
    await maps.getByText('Attiva', { exact: true }).first().waitFor()
    await expect.poll(() => maps.getByLabel('API Key').inputValue()).toBe('')
    await expect.poll(async () => (await stored())?.isActive).toBe(true)
    await maps.getByLabel('Attiva').uncheck()
    await maps.getByRole('button', { name: 'Salva Configurazione' }).click()
    await maps.getByText('Non attiva').waitFor()
  },
)

test(
  'e-mail settings: fields, hints and notes; both tests show their result, and without recipient nothing is sent',
  long,
  async () => {
    await using mailbox = await openMailbox({ password: 'scirocco' })
    await using app = await startApp()
    const page = await openPanel(app, browser, { isSuperAdmin: true })
    await open(page, '/admin/brevo-email/', 'Brevo Email')
    await page.getByText(/al massimo 300 email al giorno.*SPF e DKIM/).waitFor()
    await page.getByRole('link', { name: 'Nuova configurazione' }).first().click()
    await expect.poll(() => page.getByRole('textbox', { name: /^Servizio/ }).inputValue()).toBe('brevo')
    await expect.poll(() => page.getByRole('textbox', { name: /^Porta/ }).inputValue()).toBe('587')
    await expect
      .poll(() => page.getByRole('textbox', { name: /^Host/ }).inputValue())
      .toBe('smtp-relay.brevo.com')
    await page.getByText('Deve essere verificata presso il provider').waitFor()
    await page.getByText('Se manca, si risponde al mittente').waitFor()
    for (const label of ['API Key', 'Password SMTP'])
      await expect.poll(() => page.getByLabel(label).getAttribute('type')).toBe('password')
    for (const name of [/^Nome del mittente/, /^Email per le risposte/, /^Username SMTP/, /webhook/])
      await page.getByRole('textbox', { name }).waitFor()
    await expect.poll(() => page.getByRole('checkbox', { name: /^Attiva/ }).isChecked()).toBe(false)
    await page.getByRole('textbox', { name: /^Email del mittente/ }).fill('sito@salento.example')
    await page.getByRole('textbox', { name: /^Host/ }).fill('127.0.0.1')
    await page.getByRole('textbox', { name: /^Porta/ }).fill(String(mailbox.port))
    await page.getByRole('textbox', { name: /^Username SMTP/ }).fill('salento')
    await page.getByLabel('Password SMTP').fill('scirocco')

    await page.getByRole('button', { name: 'Testa Connessione' }).click()
    await toasts(page).getByText('Test Connessione Riuscito').waitFor()
    await page.getByLabel('Password SMTP').fill('tramontana')
    await page.getByRole('button', { name: 'Testa Connessione' }).click()
    await toasts(page).getByText('Test Fallito').waitFor()
    await toasts(page)
      .getByText(/non accetta nome utente o password/)
      .waitFor()
    await page.getByRole('button', { name: 'Invia Email Test' }).click()
    const recipient = page.getByLabel('Destinatario della prova')
    await recipient.fill('prova@cliente.example')
    await recipient.press('Enter')
    await toasts(page).getByText('Invio Fallito').waitFor()
    await page.getByLabel('Password SMTP').fill('scirocco')
    await recipient.press('Enter')
    await toasts(page).getByText('Email Test Inviata').waitFor()
    await recipient.waitFor({ state: 'detached' })
    expect(mailbox.mails).toHaveLength(1)

    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.getByRole('button', { name: 'Invia Email Test' }).click()
    await recipient.fill('  ')
    await recipient.press('Enter')
    await recipient.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Invia Email Test' }).click()
    await page.locator('form').filter({ has: recipient }).getByRole('button', { name: 'Annulla' }).click()
    await recipient.waitFor({ state: 'detached' })
    expect(asked.filter((url) => url.includes('send-test'))).toEqual([])

    await cutOff(page)
    await page.getByRole('button', { name: 'Testa Connessione' }).click()
    await toasts(page).getByText('Errore Test').waitFor()
    await toasts(page).getByText('Errore durante il test della connessione').waitFor()
    await page.getByRole('button', { name: 'Invia Email Test' }).click()
    await recipient.fill('prova@cliente.example')
    await recipient.press('Enter')
    await toasts(page).getByText('Errore Invio').waitFor()
    await toasts(page).getByText("Errore durante l'invio dell'email di test").waitFor()
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: 'Salva Configurazione' }).click()
    const row = page.getByRole('row').filter({ hasText: 'sito@salento.example' })
    await row.getByRole('link', { name: /^Modifica/ }).click()
    await page.getByText(/^Salvata \(••••/).waitFor()
    await page.getByRole('button', { name: 'Annulla' }).click()
    await row.waitFor()
  },
)

test(
  'Analytics: a format hint, one active configuration that is highlighted, changed and deleted by name',
  long,
  async () => {
    await using app = await startApp()
    const page = await openPanel(app, browser)
    await open(page, '/admin/google-analytics/', 'Google Analytics')
    await page.getByText(/Una sola configurazione può essere attiva alla volta/).waitFor()
    const row = (id: string) => page.getByRole('row').filter({ hasText: id })
    for (const id of ['G-ABCDEFGH12', 'G-ABCDEFGH34']) {
      await page.getByRole('link', { name: 'Nuova configurazione' }).click()
      await page.getByText('Formato G-XXXXXXXXXX').waitFor()
      await page.getByLabel('ID Misurazione').fill('UA-1')
      await page.getByRole('button', { name: 'Salva Configurazione' }).click()
      await page.getByText('ID Misurazione deve essere nel formato G-XXXXXXXXXX').waitFor()
      await page.getByLabel('ID Misurazione').fill(id)
      await page.getByRole('checkbox', { name: /^Attiva/ }).check()
      await page.getByRole('button', { name: 'Salva Configurazione' }).click()
      await row(id).getByText('Attiva', { exact: true }).waitFor()
    }
    await row('G-ABCDEFGH12').getByText('Non attiva').waitFor()
    const weight = (id: string) => row(id).evaluate((element) => Number(getComputedStyle(element).fontWeight))
    await expect
      .poll(async () => (await weight('G-ABCDEFGH34')) - (await weight('G-ABCDEFGH12')))
      .toBeGreaterThan(0)
    await row('G-ABCDEFGH12')
      .getByRole('link', { name: /^Modifica/ })
      .click()
    await page.getByRole('textbox', { name: /^Descrizione/ }).fill('Vecchia proprietà')
    await page.getByRole('button', { name: 'Salva Configurazione' }).click()
    await row('Vecchia proprietà')
      .getByRole('button', { name: /^Elimina/ })
      .click()
    await page
      .getByRole('dialog', { name: 'Eliminare la configurazione G-ABCDEFGH12?' })
      .getByRole('button', { name: 'Elimina' })
      .click()
    await row('G-ABCDEFGH12').waitFor({ state: 'detached' })
  },
)

test(
  'Search Console: the content of the sitemap, its number of addresses, and the messages when it or the clipboard fails',
  long,
  async () => {
    const page = await openPanel(app, browser, { permissions: ['clipboard-read', 'clipboard-write'] })
    await open(page, '/admin/search-console/', 'Search Console')
    await page
      .getByText(
        /pagine statiche, le destinazioni, le tratte e gli articoli pubblicati, con al massimo 50\.000/,
      )
      .waitFor()
    const { text } = await app.get('/sitemap.xml')
    const count = text.match(/<loc>/g)?.length.toLocaleString('it-IT', { useGrouping: 'always' })
    await page.getByText('La prima non è ancora costruita').waitFor()
    await page.getByRole('button', { name: 'Genera sitemap' }).click()
    await page.getByRole('region', { name: 'Costruzione della sitemap' }).getByText('In coda').waitFor()
    await app.drain()
    await toasts(page).getByText('Sitemap generata con successo').waitFor()
    await toasts(page).getByText(`${count} indirizzi`).waitFor()
    const said = page.getByRole('status').filter({ hasText: 'Sitemap generata' })
    await expect.poll(() => said.textContent()).toContain(`${count} indirizzi`)
    await expect.poll(() => said.textContent()).toContain(`${count} aggiunti`)
    // The state of the stored files appears without a reload.
    await page.getByText(new RegExp(`^Aggiornata ${count} indirizzi in 1 file, costruita il`)).waitFor()
    await expect.poll(() => said.getByRole('link').getAttribute('href')).toBe('/sitemap.xml')
    const file = page.getByRole('link', { name: 'Apri /sitemap.xml' })
    await expect.poll(() => file.getAttribute('href')).toBe('/sitemap.xml')
    await page.getByRole('button', { name: 'Copia JSON-LD' }).click()
    await toasts(page).getByText('Copiato!').waitFor()
    // A new toast replaces the previous one.
    await expect.poll(() => toasts(page).getByRole('button').count()).toBe(1)
    await page.evaluate(() =>
      Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('no')) }),
    )
    await page.getByRole('button', { name: 'Copia JSON-LD' }).click()
    await toasts(page).getByText('Errore', { exact: true }).waitFor()
    await toasts(page).getByText('Impossibile copiare negli appunti').waitFor()
    await cutOff(page)
    await page.getByRole('button', { name: 'Genera sitemap' }).click()
    await toasts(page).getByText('Errore generazione sitemap').waitFor()
    await toasts(page)
      .getByText(/^Impossibile generare la sitemap/)
      .waitFor()
  },
)

test(
  'IndexNow: key and its file, a key of one’s own or a random one, the last ten submissions, and each failure by name',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    const page = await openPanel(app, browser)
    await app.sql`
    insert into indexnow_submissions (url, status, status_code, submission_type, submission_date)
    select ${`https://www.salento.example/tratte/${'x'.repeat(60)}`} || n, 'success', 200, 'manual',
      now() - n * interval '1 minute'
    from generate_series(1, 12) n`
    await page.route('**/api/admin/indexnow/submissions**', async (route) => {
      const reply = await route.fetch()
      const [first, second, ...rest] = await reply.json()
      const broken = [{ ...first, submissionDate: 'ieri' }, { ...second, submissionDate: null }, ...rest]
      await route.fulfill({ response: reply, json: broken })
    })
    await open(page, '/admin/indexnow/', 'IndexNow')
    const history = page.getByRole('table', { name: 'Ultimi invii a IndexNow' })
    await history.getByText('Data non valida').waitFor()
    await history.getByText('Data non disponibile').waitFor()
    await expect.poll(() => history.getByRole('row').count()).toBe(11)
    const shown = (await history.getByRole('row').nth(3).getByRole('cell').first().textContent()) ?? ''
    expect(shown).toBe(`https://www.salento.example/tratte/${'x'.repeat(25)}…`)

    await page.getByText(/Da 8 a 128 caratteri: quelli esadecimali/).waitFor()
    await page.getByLabel('Chiave personalizzata').fill('   ')
    await page.getByRole('button', { name: 'Salva chiave' }).click()
    await toasts(page).getByText('API Key richiesta').waitFor()
    await toasts(page).getByText('Inserisci una API key valida').waitFor()
    await page.getByLabel('Chiave personalizzata').fill('  abcdef0123456789  ')
    await page.getByRole('button', { name: 'Salva chiave' }).click()
    await toasts(page).getByText('API Key salvata').waitFor()
    await page.getByText('abcdef0123456789', { exact: true }).waitFor()
    const file = page.getByRole('link', { name: '/abcdef0123456789.txt', exact: true })
    await expect.poll(() => file.getAttribute('href')).toBe('/abcdef0123456789.txt')
    await page.getByRole('button', { name: 'Genera chiave casuale' }).click()
    await toasts(page).getByText('API Key generata').waitFor()
    await page.getByRole('link', { name: /^\/[0-9a-f]{32}\.txt$/ }).waitFor()
    await page.getByRole('button', { name: 'Invia pagine importanti' }).click()
    await toasts(page).getByText('Pagine inviate').waitFor()

    await cutOff(page)
    await page.getByRole('button', { name: 'Invia pagine importanti' }).click()
    await toasts(page).getByText('Errore invio').waitFor()
    await page.getByRole('button', { name: 'Genera chiave casuale' }).click()
    await toasts(page).getByText('Errore generazione API key').waitFor()
    await page.getByLabel('Chiave personalizzata').fill('abcdef01')
    await page.getByRole('button', { name: 'Salva chiave' }).click()
    await toasts(page).getByText('Errore salvataggio API key').waitFor()
  },
)

test('lists and forms of the other sections use the labels of the specification', long, async () => {
  await using app = await startApp({ data: 'demo' })
  const page = await openPanel(app, browser, { isSuperAdmin: true })
  await open(page, '/admin/tipologie-transfer/', 'Tipologie Transfer')
  await app.sql`update transfer_types set description = 'Con altri passeggeri' where id = 1`
  await page.reload()
  const shared = page.getByRole('row').filter({ hasText: 'Economy condiviso' })
  await shared.getByText('Con altri passeggeri').waitFor()
  await expect
    .poll(async () => (await shared.locator('th, td').allTextContents()).slice(0, 4))
    .toEqual(['1', 'Economy condiviso', 'Con altri passeggeri', 'Attiva'])

  await open(page, '/admin/utenti/', 'Utenti Admin')
  const boss = page.getByRole('row').filter({ hasText: 'Super Admin' })
  await boss.getByText('Attivo', { exact: true }).waitFor()
  await expect.poll(() => boss.textContent()).toMatch(/\d{2}\/\d{2}\/\d{2}/)
  await page.getByRole('link', { name: 'Nuovo utente' }).click()
  await expect.poll(() => page.getByLabel('Ruolo').inputValue()).toBe('admin')
  await expect.poll(() => page.getByRole('checkbox', { name: 'Account Attivo' }).isChecked()).toBe(true)

  await open(page, '/admin/blog/', 'Lista Articoli')
  await page
    .getByText(
      /^\d{1,2} (gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre) \d{4}$/,
    )
    .first()
    .waitFor()

  await open(page, '/admin/localita/', 'Lista Località')
  await page.getByRole('searchbox', { name: 'Cerca per nome, tipo o CAP' }).fill('Otranto')
  await page.getByRole('link', { name: 'Otranto', exact: true }).click()
  await page.getByRole('button', { name: 'Aggiorna Località' }).waitFor()
  await expect
    .poll(() => page.getByLabel('Tipo').locator('option').allTextContents())
    .toEqual(['Città', 'Aeroporto', 'Porto', 'Attrazione', 'Stazione'])
  for (const label of [/^Google Place ID/, /^CAP/, /^Latitudine/, /^Longitudine/])
    await page.getByRole('textbox', { name: label }).waitFor()
  await page.getByRole('combobox', { name: 'Nome' }).fill('')
  await page
    .getByRole('region', { name: 'Descrizione con AI' })
    .getByRole('button', { name: /^Genera con AI/ })
    .click()
  await page.getByText('Nome località richiesto').waitFor()
  await page.getByRole('combobox', { name: 'Nome' }).fill('Otranto')
  await page.getByRole('button', { name: 'Annulla' }).click()
  await page.getByRole('heading', { name: 'Lista Località' }).waitFor()

  await open(page, '/admin/ai/chatgpt/nuovo/', 'Nuovo prompt per ChatGPT')
  await expect.poll(() => page.getByLabel('Fornitore').inputValue()).toBe('openai')
  await expect.poll(() => page.getByLabel('Categoria').inputValue()).toBe('general')
  await page.getByRole('button', { name: 'Annulla' }).click()
  await page.getByRole('heading', { name: 'ChatGPT', level: 1 }).waitFor()
})

test(
  'the form of an article: its fields, a picture by address with its preview, and a way back to the list',
  long,
  async () => {
    const [{ featuredImage } = { featuredImage: '' }] = await app.sql<{ featuredImage: string }[]>`
    select featured_image from blog_posts where featured_image like '/%' order by id limit 1`
    const page = await openPanel(app, browser)
    await open(page, '/admin/blog/nuovo/', 'Nuovo Articolo')
    for (const name of [
      /^Titolo$/,
      /^Slug/,
      /^Riassunto/,
      /^Contenuto/,
      /^Titolo per Google/,
      /^Descrizione per Google/,
    ])
      await page.getByRole('textbox', { name }).first().waitFor()
    await page.getByLabel('Categoria').waitFor()
    await page.getByText('Titolo: 0 di 60 caratteri').waitFor()
    await page.getByText('Descrizione: 0 di 160 caratteri').waitFor()
    await page
      .getByRole('textbox', { name: /^Indirizzo dell’immagine/ })
      .fill(featuredImage || '/assets/x.webp')
    await page.getByRole('textbox', { name: /^Testo alternativo/ }).waitFor()
    const image = page.getByRole('region', { name: 'Immagine' })
    await image
      .getByRole('img', { name: 'Anteprima' })
      .or(image.getByText(/^Mappa della tratta/))
      .waitFor()
    await page.getByRole('textbox', { name: /^Indirizzo dell’immagine/ }).fill('')
    await page.getByRole('button', { name: 'Annulla' }).click()
    await page.getByRole('heading', { name: 'Lista Articoli' }).waitFor()
  },
)

test(
  'the form and the list of routes: defaults, hints, the label while saving, and labels for unknown names',
  long,
  async () => {
    const page = await openPanel(app, browser)
    await page.route('**/api/admin/route-prices?*', async (route) => {
      const reply = await route.fetch()
      const list = await reply.json()
      Object.assign(list.items?.[0] ?? {}, { departure: null, transferType: null })
      await route.fulfill({ response: reply, json: list })
    })
    await open(page, '/admin/tratte/', 'Lista Tratte')
    const unknown = page.getByRole('row').filter({ hasText: 'Località sconosciuta' })
    await unknown.getByText('Transfer sconosciuto').waitFor()
    await unknown.getByRole('link', { name: /^Modifica/ }).waitFor()
    await page.unroute('**/api/admin/route-prices?*')

    await open(page, '/admin/tratte/nuova/', 'Aggiungi Tratta')
    const type = page.getByLabel('Tipologia transfer')
    await expect.poll(() => type.inputValue()).toBe('1')
    for (const [group, count] of [
      ['Prezzi Economy (condiviso)', 3],
      ['Prezzi Privato', 2],
    ] as const)
      await expect
        .poll(() => page.getByRole('group', { name: group }).getByRole('textbox').count())
        .toBe(count)
    await page.getByText(/^Senza il prefisso "transfer-"/).waitFor()
    await page.getByText('Vuoto: l’indirizzo della tratta stessa.').waitFor()
    await page.getByText(/^Genera le tratte correlate e alternative/).waitFor()
    for (const label of ['Descrizione', 'Informazioni turistiche'])
      await page
        .getByRole('region', { name: `${label} con AI` })
        .getByRole('button', { name: /^Genera con AI/ })
        .waitFor()
    await expect.poll(() => page.getByRole('checkbox', { name: /^Attiva/ }).isChecked()).toBe(true)
    await expect
      .poll(() => page.getByRole('checkbox', { name: /^Tratta Principale/ }).isChecked())
      .toBe(false)
    await pick(page.getByLabel('Partenza'), 'Porto di Brindisi')
    await pick(page.getByLabel('Destinazione'), 'Otranto')
    await page.getByText('Stima sulla rete stradale').waitFor()
    await page.getByRole('checkbox', { name: /^Attiva/ }).uncheck()
    const release = await hold(page, '**/api/admin/route-prices')
    await page.getByRole('button', { name: 'Salva Tratta' }).click()
    await page.getByRole('button', { name: 'Salvando...' }).waitFor()
    release()
    await toasts(page).getByText('Tratta salvata').waitFor()
    await page.getByRole('heading', { name: 'Lista Tratte' }).waitFor()
    const [made] = await app.sql`
    select canonical_url, is_active from route_prices where slug = 'porto-di-brindisi-otranto'`
    expect(made).toEqual({ canonicalUrl: null, isActive: false })
  },
)

test('a failed save or deletion says "Impossibile …", and the form keeps the input', async () => {
  const boss = await app.logIn()
  await app.post('/api/admin/google-analytics-configurations', { measurementId: 'G-ABCDEFGH12' }, boss)
  await app.post('/api/admin/email-configurations', { fromEmail: 'sito@salento.example' }, boss)
  const prompt = { name: 'Tratta', prompt: 'Da {partenza} a {destinazione}', provider: 'openai' }
  await app.post('/api/admin/ai-prompts', prompt, boss)
  const page = await openPanel(app, browser, { isSuperAdmin: true })
  await cutOff(page)
  const deletions = [
    ['/admin/google-analytics/', 'Google Analytics', 'Impossibile eliminare la configurazione'],
    ['/admin/brevo-email/', 'Brevo Email', 'Impossibile eliminare la configurazione email'],
    ['/admin/localita/', 'Lista Località', 'Impossibile eliminare la località'],
    ['/admin/tratte/', 'Lista Tratte', 'Impossibile eliminare la tratta'],
    ['/admin/blog/', 'Lista Articoli', 'Impossibile eliminare l’articolo'],
    ['/admin/ai/chatgpt/', 'ChatGPT', 'Impossibile eliminare il prompt'],
    ['/admin/utenti/', 'Utenti Admin', 'Impossibile eliminare l’utente'],
  ] as const
  // All lists share the code for deletions, and all forms the code for saving, so the quick run tries two of each.
  for (const [list, heading, refusal] of fewCases(deletions)) {
    await open(page, list, heading)
    await page
      .getByRole('button', { name: /^Elimina / })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click()
    await toasts(page).getByText(refusal, { exact: true }).waitFor()
  }
  const saves = [
    [
      '/admin/google-analytics/1/',
      'Modifica configurazione',
      /^Descrizione/,
      'Salva Configurazione',
      'Impossibile salvare la configurazione',
    ],
    [
      '/admin/brevo-email/1/',
      'Modifica configurazione email',
      /^Nome del mittente/,
      'Salva Configurazione',
      'Impossibile salvare la configurazione email',
    ],
    [
      '/admin/localita/4/',
      'Modifica Località',
      /^CAP/,
      'Aggiorna Località',
      'Impossibile aggiornare la località',
    ],
    [
      '/admin/tratte/1/',
      'Modifica Tratta',
      /^Durata stimata/,
      'Aggiorna Tratta',
      'Impossibile aggiornare la tratta',
    ],
    ['/admin/ai/chatgpt/1/', 'Modifica prompt', /^Nome/, 'Aggiorna Prompt', 'Impossibile salvare il prompt'],
    [
      '/admin/modalita-live/',
      'Modalità Live',
      /^Messaggio di manutenzione/,
      'Salva',
      'Impossibile aggiornare la modalità',
    ],
  ] as const
  for (const [form, heading, field, save, refusal] of fewCases(saves)) {
    await open(page, form, heading)
    const box = page.getByRole('textbox', { name: field }).first()
    await box.fill('73100')
    await page.getByRole('button', { name: save, exact: true }).click()
    await toasts(page).getByText(refusal, { exact: true }).waitFor()
    await expect.poll(() => box.inputValue()).toBe('73100')
  }
})

test('data are requested once: not again on focus, on return or after a failure; only bodies have a content type', async () => {
  // A change by another test would cancel requests of this page, and a canceled request has no cookie.
  await using app = await startApp({ data: 'demo' })
  const page = await openPanel(app, browser)
  const requests: Request[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests.push(request)
  })
  await open(page, '/admin/indexnow/', 'IndexNow')
  await page.getByText('Nessun invio finora').waitFor()
  const menu = page.getByRole('navigation', { name: 'Sezioni' })
  await page.route('**/api/admin/site-settings', (route) => route.fulfill({ status: 500, body: 'no' }))
  await unfold(page)
  await menu.getByRole('link', { name: 'Modalità Live' }).click()
  await page.getByRole('button', { name: 'Riprova' }).waitFor()
  await unfold(page)
  await menu.getByRole('link', { name: 'IndexNow' }).click()
  await page.getByText('Nessun invio finora').waitFor()
  await page.evaluate(() => {
    for (const name of ['visibilitychange', 'focus']) dispatchEvent(new Event(name))
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.getByRole('button', { name: 'Genera chiave casuale' }).click()
  await toasts(page).getByText('API Key generata').waitFor()
  await page.getByLabel('Chiave personalizzata').fill('abcdef01')
  await page.getByRole('button', { name: 'Salva chiave' }).click()
  await toasts(page).getByText('API Key salvata').waitFor()
  const asked = await Promise.all(
    requests.map(async (request) => ({
      url: request.url(),
      method: request.method(),
      headers: await request.allHeaders(),
    })),
  )
  // Only reads before the first change count, because a change also reloads lists.
  const untilChange = asked.slice(
    0,
    asked.findIndex(({ method }) => method === 'POST'),
  )
  const times = (part: string) => untilChange.filter(({ url }) => url.includes(part)).length
  expect([times('/indexnow/submissions'), times('/admin/site-settings')]).toEqual([1, 1])
  const changes = asked.filter(({ method }) => method === 'POST')
  expect(changes.map(({ headers }) => headers['content-type'])).toEqual([undefined, 'application/json'])
  expect(asked.filter(({ method, headers }) => method === 'GET' && headers['content-type'])).toEqual([])
  expect(asked.filter(({ headers }) => headers.cookie === undefined)).toEqual([])
})
