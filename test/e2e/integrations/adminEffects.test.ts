import { expect, test } from 'vitest'
import { languages } from '../../../src/languages/messages.ts'
import { startApp } from '../../app.ts'
import { axeProblems, openBrowser } from '../../browser.ts'
import { given } from '../../given.ts'
import { long } from '../../length.ts'
import { configureMail, configureOffice, makeJobsDue } from '../../mailbox.ts'
import { openPanel } from '../../panel.ts'
import { openBrevo } from '../../providers/brevo.ts'
import { openIndexNow } from '../../providers/indexNow.ts'

test(
  'staff follow an event to its mails and addresses, retry what failed with one button, and see whom to call',
  long,
  async () => {
    await using brevo = await openBrevo()
    await using engine = await openIndexNow()
    await using app = await startApp({
      data: 'demo',
      env: { BREVO_BASE_URL: brevo.baseUrl, INDEXNOW_ENDPOINT: engine.endpoint },
    })
    await using browser = await openBrowser()
    const page = await openPanel(app, browser)
    const staff = await app.logIn()
    await configureOffice(app)
    const configuration = await configureMail(app, { port: 587 }, { smtpHost: '', apiKey: 'xkeysib-ok' })
    await app.post('/api/admin/indexnow/key', {}, staff)
    await app.drain()
    brevo.next({ status: 503, body: '' })
    await given.lead(app, 'booking', { name: 'Anna Rossi', email: 'bounce@cliente.example' })
    engine.next({ status: 422, body: {} })
    const [route] = await app.sql`select id from route_prices where is_active order by id limit 1`
    await app.send('PUT', `/api/admin/route-prices/${route?.id}/active-status`, { isActive: false }, staff)
    await app.sql`select graphile_worker.add_job('sweep', queue_name := 'periodic')`
    await app.drain()
    await app.post(new URL(configuration.webhookAddress).pathname, brevo.takeReports())
    await app.sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) from graphile_worker.jobs where key = 'indexnow'`
    await app.drain()

    await page.goto('/admin/eventi/')
    await page.getByRole('link', { name: 'Richiesta di prenotazione' }).waitFor()
    await page.getByRole('link', { name: 'Richiesta di prenotazione' }).click()
    await page.getByRole('heading', { name: 'Richiesta di prenotazione', level: 1 }).waitFor()
    const mails = page.getByRole('region', { name: 'Email' })
    await mails.getByText('Brevo ha un problema temporaneo.').waitFor()
    await mails
      .getByText('L’indirizzo non riceve posta: RecipientError: 550 5.1.1 mailbox unavailable')
      .waitFor()
    expect(await axeProblems(page)).toEqual([])
    // Both mails to the office are sent at the same time, and one of them got the refusal.
    await mails.getByRole('button', { name: /^Riprova l’email a (uno|due)@office\.example$/ }).click()
    await page.getByText('Email rimessa in coda').waitFor()
    await app.drain()
    await page.getByRole('button', { name: 'Aggiorna' }).click()
    await mails.getByText('inviata', { exact: true }).waitFor()

    await page.goto('/admin/eventi/?search=tratta+disattivata')
    await page.getByRole('link', { name: 'Tratta disattivata' }).click()
    const told = page.getByRole('region', { name: 'IndexNow' })
    // IndexNow refused the route's URL in every language.
    await expect.poll(() => told.getByText('rifiutato').count()).toBe(languages.length)
    await told.getByRole('button', { name: 'Invia adesso a IndexNow' }).click()
    await page.getByText(`${languages.length} indirizzi in partenza`).waitFor()
    await makeJobsDue(app)
    await app.drain()
    await page.getByRole('button', { name: 'Aggiorna' }).click()
    await expect.poll(() => told.getByText('inviato').count()).toBe(languages.length)

    await page.goto('/admin/indexnow/')
    await page.getByText('Le pagine che cambiano partono da sole entro 15 secondi').waitFor()
    expect(await axeProblems(page)).toEqual([])

    await page.goto('/admin/richieste/')
    await page.getByText('chiama invece').first().waitFor()

    await page.goto('/admin/stato/')
    const line = page.getByRole('row').filter({ hasText: 'Pubblicazione programmata' })
    await line.getByText('riuscito').waitFor()
    await line.getByRole('button', { name: 'Esegui adesso Pubblicazione programmata' }).click()
    await page.getByText('Avviato: aggiorna tra qualche secondo').waitFor()
    expect(await axeProblems(page)).toEqual([])

    await page.goto(`/admin/brevo-email/${configuration.id}/`)
    await expect
      .poll(() => page.getByLabel('Da incollare in Brevo').inputValue())
      .toBe(configuration.webhookAddress)
    expect(await axeProblems(page)).toEqual([])
    expect(browser.problems()).toEqual([])
  },
)
