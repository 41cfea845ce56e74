import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../../app.ts'
import { axeProblems, type OpenBrowser, openBrowser } from '../../browser.ts'
import { given } from '../../given.ts'
import { long } from '../../length.ts'
import { configureMail, configureOffice, openMailbox } from '../../mailbox.ts'
import { openPanel } from '../../panel.ts'
import { openBrevo } from '../../providers/brevo.ts'

let browser: OpenBrowser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser[Symbol.asyncDispose]())

test(
  'staff see that the provider refuses, test the typed password, choose which waiting mails are sent and decide on the rest',
  long,
  async () => {
    await using brevo = await openBrevo()
    await using mailbox = await openMailbox({ password: 'scirocco' })
    await using app = await startApp({ env: { BREVO_BASE_URL: brevo.baseUrl } })
    await configureOffice(app)
    const stored = await configureMail(app, { port: 587 }, { smtpHost: '', apiKey: 'xkeysib-ok' })
    await app.drain()
    const page = await openPanel(app, browser, { isSuperAdmin: true })

    await page.goto('/admin/')
    await page.getByRole('heading', { name: 'Oggi', exact: true }).waitFor()
    brevo.switches.flaky = () => ({ status: 401, body: { code: 'unauthorized', message: 'Key not found' } })
    for (const name of ['vecchia', 'nuova'])
      await given.lead(app, 'booking', { email: `${name}@cliente.example` })
    await app.drain()
    await app.sql`update email_messages set created_at = now() - interval '3 days' where lead_id = 1`
    const banner = page.getByRole('alert').filter({ hasText: 'Le email non partono.' })
    await banner.getByText('Brevo non accetta la API Key').waitFor()
    await page
      .getByRole('region', { name: 'Da curare' })
      .getByText(/^Email: Brevo non accetta la API Key.* Le email non partono dal/)
      .waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.goto('/admin/stato/')
    await page.getByText(/Le email non partono dal .*6 in attesa/).waitFor()

    // The button tests the entered values. If a secret is masked in the form, the test uses the stored secret.
    brevo.switches.flaky = () => null
    await page.goto(`/admin/brevo-email/${stored.id}/`)
    await page.getByRole('textbox', { name: /^Host/ }).fill('127.0.0.1')
    await page.getByRole('textbox', { name: /^Porta/ }).fill(String(mailbox.port))
    await page.getByRole('textbox', { name: /^Username SMTP/ }).fill('salento')
    await page.getByLabel('Password SMTP').fill('tramontana')
    const request = page.waitForRequest('**/email-configurations/test')
    await page.getByRole('button', { name: 'Testa Connessione' }).click()
    expect((await request).postDataJSON()).toMatchObject({
      id: stored.id,
      smtpHost: '127.0.0.1',
      smtpPassword: 'tramontana',
    })
    await page.getByText(/Test Fallito: .*non accetta nome utente o password/).waitFor()
    await page.getByLabel('Password SMTP').fill('scirocco')
    await page.getByRole('button', { name: 'Testa Connessione' }).click()
    await page.getByText(/Test Connessione Riuscito: Connesso a Brevo.*accetta le credenziali/).waitFor()

    await page.getByRole('button', { name: 'Salva Configurazione' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ci sono email in attesa' })
    await dialog.getByText('All’ufficio: 4 email').waitFor()
    await dialog.getByText('Ai clienti, delle ultime 24 ore: 1 email').waitFor()
    await dialog.getByText(/Ai clienti, più vecchie di 24 ore: 1 email, la più vecchia del/).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Annulla, non salvare' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Salva Configurazione' }).click()
    const saved = page.waitForRequest((one) => one.method() === 'PUT')
    await dialog.getByRole('button', { name: 'Invia solo all’ufficio (4)' }).click()
    expect((await saved).postDataJSON()).toMatchObject({ waiting: 'office' })
    await page.getByText('Configurazione email salvata').first().waitFor()
    await banner.waitFor({ state: 'detached' })
    await app.drain()
    expect(brevo.mails).toHaveLength(4)

    await page.goto('/admin/email/?state=held')
    const held = page.getByRole('region', { name: 'Email trattenute' })
    await held.getByText('2 email trattenute.').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page
      .getByRole('row')
      .filter({ hasText: 'vecchia@' })
      .getByRole('button', { name: /^Scarta/ })
      .click()
    await held.getByText('1 email trattenuta.').waitFor()
    await held.getByRole('button', { name: 'Invia tutte le trattenute' }).click()
    await page
      .getByRole('dialog', { name: 'Inviare 1 email?' })
      .getByRole('button', { name: 'Invia' })
      .click()
    await page.getByText('1 email in partenza').first().waitFor()
    await held.waitFor({ state: 'detached' })
    await app.drain()
    expect(brevo.mails.map(({ to }) => to).at(-1)).toBe('nuova@cliente.example')
    await expect
      .poll(() => app.sql`select state from email_messages where recipient = 'vecchia@cliente.example'`)
      .toEqual([{ state: 'skipped' }])
    expect(browser.problems()).toEqual([])
  },
)
