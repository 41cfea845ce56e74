import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { openApp, staffPassword, startApp } from '../../app.ts'
import { axeProblems, openBrowser } from '../../browser.ts'
import { long } from '../../length.ts'
import { openPanel, unfold } from '../../panel.ts'
import { openPushService } from '../../providers/pushService.ts'

/** The app of tests that look only at their own accounts. Some also change the accounts of tests that have ended. */
const app = await openApp({ data: 'demo' })

test('by keyboard alone: a wrong password is reported, the right one opens the requested page', async () => {
  await using browser = await openBrowser()
  const boss = await app.logIn()
  const { body } = await app.get('/api/admin/session', boss)
  const page = await browser.page({ baseURL: app.origin })
  await page.goto('/admin/modalita-live/')
  await page.getByLabel('Username').waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin/login/')
  expect(await axeProblems(page)).toEqual([])
  await page.getByLabel('Username').focus()
  await page.keyboard.type(body.adminUser.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type('sbagliata 123')
  await page.keyboard.press('Enter')
  await page.getByText('Errore di accesso').waitFor()
  await page.getByRole('alert').getByText('Credenziali non valide').first().waitFor()
  await page.getByLabel('Password').fill(staffPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Modalità Live', level: 1 }).waitFor()
  await page.getByText('Benvenuto nel pannello amministratore').waitFor()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('adminUser')))
    .toBe(JSON.stringify({ username: body.adminUser.username }))
  // The refused log-in is the only error.
  expect(browser.problems().filter((one) => !one.includes('/api/admin/login'))).toEqual([])
})

test(
  'a broken entry of the logged-in user opens the log-in and is removed; other tabs notice a log-out',
  long,
  async () => {
    await using browser = await openBrowser()
    const page = await openPanel(app, browser)
    // Without its events the page learns of the log-out only from the storage that tabs share.
    await page.route('**/api/admin/events*', (route) => route.abort())
    await page.goto('/admin/account/')
    await page.getByRole('heading', { name: 'Il Mio Account' }).waitFor()
    const other = await page.context().newPage()
    await other.goto('/admin/modalita-live/')
    await other.getByRole('heading', { name: 'Modalità Live' }).waitFor()
    await other.getByRole('button', { name: 'Esci', exact: true }).click()
    await page.getByLabel('Username').waitFor()
    await other.getByLabel('Username').waitFor()

    await page.evaluate(() => localStorage.setItem('adminUser', '{broken'))
    await page.goto('/admin/')
    await page.getByLabel('Username').waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('adminUser'))).toBe(null)
  },
)

test('in maintenance visitors get 503 at once while staff see the site under a banner', async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  await page.goto('/admin/modalita-live/')
  await page.getByLabel('Sito online').uncheck()
  await page.getByLabel('Messaggio di manutenzione').fill('Torniamo <b>domani</b> mattina.')
  await page.getByRole('button', { name: 'Salva' }).click()
  await page.getByText('il sito la segue subito').waitFor()
  // The save notifies the API, which reloads its read model, so visitors see the maintenance page within a second.
  await expect.poll(async () => (await app.get('/prezzi/')).status).toBe(503)
  const closed = await app.get('/prezzi/')
  expect([closed.status, closed.headers.get('retry-after')]).toEqual([503, '3600'])
  expect(closed.text).toContain('Torniamo &lt;b&gt;domani&lt;/b&gt; mattina.')

  await page.goto('/prezzi/')
  const banner = page.getByRole('complementary', { name: 'Anteprima' })
  await banner.getByText('MODALITÀ ANTEPRIMA ADMIN').waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await banner.getByRole('link', { name: 'Vai al pannello admin' }).click()
  await page.goto('/admin/modalita-live/')
  await page.getByLabel('Sito online').check()
  await page.getByRole('button', { name: 'Salva' }).click()
  await expect.poll(async () => (await app.get('/prezzi/')).status).toBe(200)
})

test('a new colleague logs in, and is logged out when the account is deactivated', long, async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser, { isSuperAdmin: true })
  await page.goto('/admin/utenti/')
  await page.getByRole('link', { name: 'Nuovo utente' }).click()
  await page.getByRole('heading', { name: 'Nuovo utente admin' }).waitFor()
  await page.getByRole('textbox', { name: 'Username' }).fill('ma')
  await page.getByLabel('Password').fill('breve')
  await page.getByRole('button', { name: 'Crea utente' }).click()
  await page.getByText('Username deve essere almeno 3 caratteri').waitFor()
  await page.getByText('Password deve essere almeno 6 caratteri').waitFor()
  await page.getByRole('textbox', { name: 'Username' }).fill('maria')
  await page.getByLabel('Password').fill('lungomare di gallipoli')
  await page.getByRole('button', { name: 'Crea utente' }).click()
  const row = page.getByRole('row').filter({ hasText: 'maria' })
  await row.getByText('Attivo', { exact: true }).waitFor()

  const colleague = await browser.page({ baseURL: app.origin })
  await colleague.goto('/admin/login/')
  await colleague.getByLabel('Username').fill('maria')
  await colleague.getByLabel('Password').fill('lungomare di gallipoli')
  await colleague.getByRole('button', { name: 'Accedi' }).click()
  // After a log-in with the password that the super admin entered, the colleague can only choose a new password.
  await colleague.getByRole('heading', { level: 1, name: 'Scegli la tua password' }).waitFor()
  expect(await axeProblems(colleague)).toEqual([])
  await colleague.getByLabel('Password attuale').fill('lungomare di gallipoli')
  await colleague.getByLabel('Nuova password').fill('punta palascia 2026')
  await colleague.getByRole('button', { name: 'Cambia password' }).click()
  await colleague.getByLabel('Username').fill('maria')
  await colleague.getByLabel('Password').fill('punta palascia 2026')
  await colleague.getByRole('button', { name: 'Accedi' }).click()
  await unfold(colleague)
  await expect.poll(() => colleague.getByRole('link', { name: 'Utenti Admin' }).count()).toBe(0)

  await row.getByRole('link', { name: 'Modifica maria' }).click()
  await page.getByLabel('Account Attivo').uncheck()
  await page.getByRole('button', { name: 'Aggiorna utente' }).click()
  await row.getByText('Inattivo', { exact: true }).waitFor()
  await colleague.goto('/admin/account/')
  await colleague.getByLabel('Username').waitFor()

  await row.getByRole('button', { name: 'Elimina maria' }).click()
  await page
    .getByRole('dialog', { name: 'Eliminare l’utente maria?' })
    .getByRole('button', { name: 'Elimina' })
    .click()
  await row.waitFor({ state: 'detached' })
})

test(
  'an operator sees the daily sections without acts that the role lacks, and a driver only the own trips and account',
  long,
  async () => {
    await using browser = await openBrowser()
    const page = await openPanel(app, browser, { role: 'operatore' })
    const refused: string[] = []
    page.on('response', (reply) => {
      if (reply.status() === 403) refused.push(reply.url())
    })
    await page.goto('/admin/')
    const menu = await unfold(page)
    await menu.getByRole('link', { name: 'Calendario' }).waitFor()
    const names = await menu.getByRole('link').allTextContents()
    expect(names.slice(0, 3)).toEqual(['Dashboard', 'Richieste Disponibilità', 'Calendario'])
    expect(names).toContain('Lista Tratte')
    for (const hidden of [
      'Utenti Admin',
      'Modalità Live',
      'Impostazioni Azienda',
      'Aggiungi Tratta',
      'Lista Articoli',
    ])
      expect(names).not.toContain(hidden)
    const paths = await menu
      .getByRole('link')
      .evaluateAll((links) => links.map((one) => one.getAttribute('href')))
    for (const path of [...paths, '/admin/richieste/nuova/']) {
      await page.goto(path ?? '')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('status', { name: 'Caricamento in corso' }).first().waitFor({ state: 'detached' })
    }
    expect(refused).toEqual([])

    await page.goto('/admin/tratte/')
    await page.getByRole('table', { name: 'Tratte' }).getByRole('row').nth(1).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Elimina/ }).count()).toBe(0)
    await expect.poll(() => page.getByRole('link', { name: /^(Modifica|Aggiungi)/ }).count()).toBe(0)
    await expect
      .poll(() =>
        page
          .getByRole('checkbox', { name: /^Attiva: / })
          .first()
          .isDisabled(),
      )
      .toBe(true)
    await page.goto('/admin/modalita-live/')
    await page.getByText('Il ruolo Operatore non apre questa sezione').waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(refused).toEqual([])

    await app.sql`update admin_users set role = 'admin'`
    await page.getByRole('heading', { name: 'Modalità Live', level: 1 }).waitFor()
    await page.goto('/admin/miei-viaggi/')
    await page.getByRole('link', { name: 'Torna al pannello' }).click()
    await page.getByRole('heading', { name: 'Oggi', level: 1 }).waitFor()
    // A call of this page that is under way when the role changes would be refused, too.
    const answered = ['events', 'site-settings', 'email-messages/status'].map((call) =>
      page.waitForResponse(
        (reply) =>
          reply.url().endsWith(`/api/admin/${call}`) &&
          reply.request().headers().referer?.endsWith('/admin/modalita-live/') === true,
      ),
    )
    await page.goto('/admin/modalita-live/')
    await page.getByRole('heading', { name: 'Modalità Live', level: 1 }).waitFor()
    await Promise.all(answered)
    await app.sql`update admin_users set role = 'autista'`
    await page.getByText('Il ruolo Autista non apre questa sezione').waitFor()
    await page.goto('/admin/')
    await page.getByRole('heading', { name: 'I Miei Viaggi', level: 1 }).waitFor()
    await page.getByText('Il tuo account non è ancora collegato a un autista').waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Torna al pannello' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Il mio account' }).click()
    await page.getByLabel('Password attuale', { exact: true }).waitFor()
    await unfold(page)
    await expect
      .poll(() => menu.getByRole('link').allTextContents())
      .toEqual(['I Miei Viaggi', 'Accessi Aperti', 'Il Mio Account'])
    expect(refused).toEqual([])
    expect(browser.problems()).toEqual([])
  },
)

test('a role that is lowered while the panel loads takes effect, although the server refuses its stream', async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  const { promise: isLowered, resolve: letStreamOpen } = Promise.withResolvers<void>()
  await page.route('**/api/admin/events', (route) => isLowered.then(() => route.continue()))
  await page.goto('/admin/modalita-live/')
  await page.getByRole('heading', { name: 'Modalità Live', level: 1 }).waitFor()
  await app.sql`update admin_users set role = 'autista'`
  letStreamOpen()
  await page.getByText('Il ruolo Autista non apre questa sezione').waitFor()
})

test('without a network the panel says so, and after a log-out it shows nothing of the account', async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser, { serviceWorkers: 'allow' })
  const [{ id, username }] = await app.sql<[{ id: number; username: string }]>`
    select id, username from admin_users order by id desc limit 1`
  await page.goto('/admin/tratte/')
  await page.getByRole('table', { name: 'Tratte' }).getByRole('row').nth(1).waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

  await page.context().setOffline(true)
  await page.getByRole('status').getByText('Sei offline.').waitFor()
  // A log-out without a network ends the session as soon as the panel starts with one.
  const open = () => app.sql`select id from admin_sessions where admin_user_id = ${id} and ended_at is null`
  await page.getByRole('button', { name: 'Esci', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Sei offline' }).waitFor()
  expect(await open()).toHaveLength(1)
  await page.context().setOffline(false)
  // The response of the log-out deletes the cookie, so a log-in waits for it.
  const order: string[] = []
  const { promise: pressed, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/admin/logout', async (route) => {
    await pressed
    const response = await route.fetch()
    order.push('log-out')
    await route.fulfill({ response })
  })
  await page.route('**/api/admin/login', async (route) => {
    order.push('log-in')
    await route.continue()
  })
  await page.getByRole('link', { name: 'Riprova' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(staffPassword)
  await page.getByRole('button', { name: 'Accedi' }).click()
  await page.getByRole('button', { name: 'Accesso in corso...' }).waitFor()
  release()
  await page.getByRole('button', { name: 'Esci', exact: true }).waitFor()
  expect(order).toEqual(['log-out', 'log-in'])
  expect(await open()).toHaveLength(1)
  await page.getByRole('button', { name: 'Esci', exact: true }).click()
  await page.getByLabel('Username').waitFor()
  await expect.poll(open).toEqual([])

  await page.context().setOffline(true)
  await page.goto('/admin/tratte/')
  await page.getByRole('heading', { level: 1, name: 'Sei offline' }).waitFor()
  await expect.poll(() => page.textContent('main')).not.toMatch(/Brindisi|Gallipoli|staff/)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  expect(await axeProblems(page)).toEqual([])
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Riprova' }).click()
  await page.getByLabel('Username').waitFor()
})

test(
  'notifications are switched on for one browser, chosen by kind, and end with the log-out',
  long,
  async () => {
    await using service = await openPushService()
    await using browser = await openBrowser()
    const page = await openPanel(app, browser, {
      role: 'operatore',
      serviceWorkers: 'allow',
      permissions: ['notifications'],
      viewport: { width: 390, height: 844 },
    })
    // The tests' browser has no account at a push service, so this script subscribes instead.
    await page.addInitScript(({ endpoint, p256dh, auth }) => {
      let current: object | null = null
      const made = {
        endpoint,
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => {
          console.info('unsubscribed')
          current = null
          return true
        },
      }
      Object.assign(PushManager.prototype, {
        subscribe: async () => {
          current = made
          return made
        },
        getSubscription: async () => current,
      })
    }, service.subscribe('phone-of-an-operator'))
    const stored = () => app.sql`select is_for_new, is_for_overdue from push_subscriptions`
    await page.goto('/admin/account/')
    await page.getByRole('button', { name: 'Attiva in questo browser' }).click()
    await page.getByText('Notifiche attivate').first().waitFor()
    await expect.poll(stored).toEqual([{ isForNew: true, isForOverdue: true }])
    await page.getByText('questo', { exact: true }).first().waitFor()
    await page.getByLabel('Nuove richieste').click()
    await expect.poll(stored).toEqual([{ isForNew: false, isForOverdue: true }])
    await expect.poll(() => page.getByLabel('Nuove richieste').isChecked()).toBe(false)
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Menu' }).click()
    // The panel hears of the end of its subscription before the log-out. A list that it asked for then would be refused.
    const announced = page.waitForEvent('console', (message) => message.text() === 'push_subscriptions')
    await page.evaluate(async () => {
      const source = new EventSource('/api/admin/events')
      source.addEventListener('change', ({ data }) => console.info(JSON.parse(data).table))
      await new Promise((resolve) => source.addEventListener('open', resolve))
    })
    const loggedOut = page.waitForResponse('**/api/admin/logout')
    await page.route('**/api/admin/logout', async (route) => {
      await announced
      await route.continue()
    })
    await page.route('**/api/admin/push-subscriptions', async (route) => {
      await loggedOut
      await route.continue()
    })
    const unsubscribed = page.waitForEvent('console', (message) => message.text() === 'unsubscribed')
    await page.getByRole('button', { name: 'Esci', exact: true }).click()
    await unsubscribed
    await page.getByLabel('Username').waitFor()
    expect(await stored()).toEqual([])
    expect(browser.problems()).toEqual([])
  },
)

test('a super admin reads in a table what each role may do', long, async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser, { isSuperAdmin: true })
  await page.goto('/admin/ruoli/')
  const row = page.getByRole('row').filter({ hasText: 'Modalità live' })
  await row.getByText('GET /api/admin/site-settings').waitFor({ state: 'attached' })
  const cells = () => row.locator('td').allTextContents()
  await expect
    .poll(async () => (await cells()).slice(-6))
    .toEqual(['—', '—', '—', '—', 'legge, modifica', 'legge, modifica'])
  const articles = page.getByRole('row').filter({ hasText: 'GET /api/admin/blog-posts/:id' })
  await articles.getByText('Redazione, Admin, Super Admin').first().waitFor({ state: 'attached' })
  expect(await axeProblems(page)).toEqual([])
})

test(
  'when a second factor is required a colleague sees only its set-up, and then the panel',
  long,
  async () => {
    await using app = await startApp()
    await using browser = await openBrowser()
    const boss = await openPanel(app, browser, { isSuperAdmin: true })
    await boss.goto('/admin/utenti/')
    await boss.getByLabel('Verifica in due passaggi obbligatoria').check()
    await boss.getByRole('button', { name: 'Salva regole' }).click()
    await boss.getByText('Prima attiva la verifica in due passaggi sul tuo account').waitFor()
    await app.sql`insert into sign_in_rules (is_second_factor_required) values (true)`

    const page = await openPanel(app, browser, { viewport: { width: 390, height: 844 } })
    await page.goto('/admin/richieste/')
    await page.getByRole('heading', { level: 1, name: 'Attiva la verifica in due passaggi' }).waitFor()
    await expect.poll(() => page.getByRole('navigation').count()).toBe(0)
    await page.getByLabel('Password attuale').fill(staffPassword)
    await page.getByRole('button', { name: 'Attiva' }).click()
    const secret = (await page.locator('code').textContent()) ?? ''
    await page.getByLabel('Codice mostrato').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
    await page.getByRole('button', { name: 'Conferma' }).click()
    await expect.poll(() => page.locator('main li').count()).toBe(10)
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Li ho conservati' }).click()
    await page.getByRole('heading', { level: 1, name: 'Richieste' }).waitFor()

    const [own] = await app.sql`select id from admin_users where is_super_admin`
    await app.sql`update sign_in_rules set is_second_factor_required = false`
    await boss.goto(`/admin/utenti/${own?.id}/`)
    await boss.getByText('È il tuo account').waitFor()
    await expect.poll(() => boss.getByLabel('Nuova password').count()).toBe(0)
  },
)

test(
  'concurrent changes of two people are shown side by side, and unsaved changes ask before leaving',
  long,
  async () => {
    await using app = await startApp()
    await using browser = await openBrowser()
    const page = await openPanel(app, browser)
    await page.goto('/admin/azienda/')
    await page.getByLabel('Ragione sociale').fill('Salento Transfer')
    await page.getByLabel('Partita IVA').fill('01234567890')
    await page.getByLabel('Telefono', { exact: true }).fill('0832 111111')
    await page.getByLabel('Email', { exact: true }).fill('info@salento.example')
    await page.getByLabel('Email per le richieste').fill('uno@salento.example, due')
    await page.getByRole('button', { name: 'Salva Impostazioni' }).click()
    await page.getByText('Indirizzo non valido: due').first().waitFor()
    await expect.poll(() => page.getByLabel('Telefono', { exact: true }).inputValue()).toBe('0832 111111')
    await page.getByLabel('Email per le richieste').fill('uno@salento.example')
    await page.getByRole('button', { name: 'Salva Impostazioni' }).click()
    await page.getByText('Impostazioni salvate').waitFor()

    const staff = await app.logIn()
    const { body } = await app.get('/api/admin/company-settings', staff)
    await page.getByLabel('Telefono', { exact: true }).fill('0832 333333')
    await app.send('PUT', '/api/admin/company-settings', { ...body, phone: '0832 222222' }, staff)
    await page.getByRole('button', { name: 'Salva Impostazioni' }).click()
    const conflict = page.getByRole('dialog', { name: /Un’altra persona ha salvato/ })
    await conflict.getByText('0832 333333').waitFor()
    await conflict.getByText('0832 222222').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await expect
      .poll(async () => (await app.get('/api/admin/company-settings', staff)).body.phone)
      .toBe('0832 222222')
    await conflict.getByRole('radio', { name: 'La mia: 0832 333333' }).check()
    await conflict.getByRole('button', { name: 'Salva così' }).click()
    await expect
      .poll(async () => (await app.get('/api/admin/company-settings', staff)).body.phone)
      .toBe('0832 333333')

    await conflict.waitFor({ state: 'detached' })
    await page.getByLabel('Telefono', { exact: true }).fill('0832 444444')
    await unfold(page)
    await page.getByRole('link', { name: 'Modalità Live' }).click()
    const question = page.getByRole('dialog', { name: 'Uscire senza salvare?' })
    await question.getByRole('button', { name: 'Annulla' }).click()
    await expect.poll(() => page.getByLabel('Telefono', { exact: true }).inputValue()).toBe('0832 444444')
    await page.getByRole('link', { name: 'Modalità Live' }).click()
    await question.getByRole('button', { name: 'Esci senza salvare' }).click()
    await page.getByRole('heading', { name: 'Modalità Live' }).waitFor()
  },
)

test('the palette reaches every section and every record by keyboard', long, async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  await page.goto('/admin/account/')
  await page.getByRole('heading', { name: 'Il Mio Account' }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Sezione o dato da cercare' })
  const active = async () => {
    const [selected, id] = await Promise.all([
      page.getByRole('option', { selected: true }).getAttribute('id'),
      field.getAttribute('aria-activedescendant'),
    ])
    expect(selected).toBe(id)
    return Number(id?.split('-').pop())
  }
  await field.waitFor()
  const last = (await page.getByRole('option').count()) - 1
  expect(last).toBeGreaterThan(10)
  await expect.poll(active).toBe(0)
  await page.keyboard.press('ArrowUp')
  await expect.poll(active).toBe(last)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(active).toBe(1)
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('indexnow')
  await page
    .getByRole('option', { name: /IndexNow/ })
    .first()
    .waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'IndexNow', level: 1 }).waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('otranto')
  await page
    .getByRole('option', { name: /^Otranto.*Località/ })
    .first()
    .waitFor()
  await page
    .getByRole('option', { name: /Otranto.*Tratta/ })
    .first()
    .waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/admin\/(tratte|localita)\/\d+\/$/)
})

test(
  'no section loads more than 250 KB of script, and none more than 275 KB with a part that it loads later',
  long,
  () => {
    const client = path.join(import.meta.dirname, '..', '..', '..', 'dist', 'client')
    interface Chunk {
      file: string
      imports?: string[]
      dynamicImports?: string[]
    }
    const manifest: Record<string, Chunk> = JSON.parse(
      readFileSync(path.join(client, '.vite', 'manifest.json'), 'utf8'),
    )
    const needs = (key: string, seen: Set<string>): Set<string> => {
      if (seen.has(key)) return seen
      seen.add(key)
      for (const one of manifest[key]?.imports ?? []) needs(one, seen)
      return seen
    }
    const loadedBy = (keys: Set<string>) => [
      ...new Set([...keys].flatMap((key) => manifest[key]?.dynamicImports ?? [])),
    ]
    const weights = new Map(
      Object.entries(manifest)
        .filter(([, { file }]) => file.endsWith('.js'))
        .map(([key, { file }]) => [key, gzipSync(readFileSync(path.join(client, file))).length]),
    )
    const kilobytes = (keys: Set<string>) =>
      Math.round([...keys].reduce((sum, key) => sum + (weights.get(key) ?? 0), 0) / 1024)

    const start = needs('src/web/admin/main.tsx', new Set())
    const sections = loadedBy(start)
    const loads = sections.flatMap((section) => {
      const own = needs(section, new Set(start))
      const parts = loadedBy(own).filter((key) => !sections.includes(key))
      return [
        { what: section, most: 250, kilobytes: kilobytes(own) },
        ...parts.map((part) => ({
          what: `${section}, ${part}`,
          most: 275,
          kilobytes: kilobytes(needs(part, new Set(own))),
        })),
      ]
    })
    expect(loads.filter((load) => load.kilobytes > load.most)).toEqual([])
    expect(sections.length).toBeGreaterThan(5)
    expect(loads.length).toBeGreaterThan(sections.length)
  },
)
