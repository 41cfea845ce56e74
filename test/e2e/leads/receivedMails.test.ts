import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp } from '../../app.ts'
import { axeProblems, type OpenBrowser, openBrowser } from '../../browser.ts'
import { customer, mailOf, openInbox, storedMail } from '../../inbox.ts'
import { openPanel } from '../../panel.ts'

const app = await openApp()
let browser: OpenBrowser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser[Symbol.asyncDispose]())
const ownServer = 'mx.prova.example'
const inbox = await openInbox(app, { ownServer })

test('staff see who wrote a mail, what is not shown, and decide about a stranger’s mail', async () => {
  const lead = await inbox.answeredLead()
  const results = `Authentication-Results: ${ownServer}; spf=pass smtp.mailfrom=${customer}; dmarc=fail header.from=cliente.example`
  await inbox.deliver(
    `${results}\n${mailOf({ 'In-Reply-To': lead.sentId }, 'Va bene per me.')}`,
    storedMail('outOfOffice', lead),
    storedMail('winmail', lead),
    mailOf({ From: 'Mario Verdi <mario@altrove.example>', 'In-Reply-To': lead.sentId }, 'Scrivo per lui.'),
    mailOf({ From: 'Mario Verdi <mario@altrove.example>', Subject: `Cambio ${lead.code}` }, 'Alle 10.'),
    storedMail('returned', lead),
  )
  for (const width of [390, 768, 1440]) {
    await using page = await openPanel(app, browser, { viewport: { width, height: 900 } })
    await page.goto(`/admin/richieste/contact/${lead.id}/`)
    const thread = page.getByRole('region', { name: 'Conversazione' })
    const itemWith = (text: string) => thread.getByRole('listitem').filter({ hasText: text })
    await itemWith('Costa 40 euro').getByText('non consegnata').waitFor()
    await itemWith('Costa 40 euro')
      .getByText(/È tornata indietro/)
      .waitFor()
    await itemWith('Va bene per me').getByText('mittente forse falso').waitFor()
    await itemWith('Va bene per me').getByText('SPF superato · DMARC fallito').waitFor()
    await itemWith('Sono fuori ufficio').getByText('risposta automatica', { exact: true }).waitFor()
    await itemWith('winmail.dat')
      .getByText(/leggila nella casella/)
      .waitFor()
    await itemWith('Scrivo per lui').getByText('mittente diverso dal cliente').waitFor()
    await itemWith('Undelivered Mail').getByText('avviso di mancata consegna').waitFor()
    await itemWith('Alle 10.')
      .getByText(
        `Il codice ${lead.code} è di Ugo Bianchi, ma non è certo che il mittente sia la stessa persona: unire?`,
      )
      .waitFor()
    expect(await axeProblems(page)).toEqual([])
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
  }

  await using page = await openPanel(app, browser, { viewport: { width: 390, height: 900 } })
  await page.goto('/admin/')
  await page.getByText('1 email con un codice, di mittente incerto').waitFor()
  await page.getByText(/Email respinta: La tua richiesta/).waitFor()
  await page.getByRole('link', { name: 'Decidi' }).click()
  const mail = page.getByRole('row').filter({ hasText: 'Alle 10.' })
  await mail.getByRole('button', { name: /^Lascia senza richiesta/ }).click()
  await page.getByText('Nessuna email corrisponde ai filtri').waitFor()
  await page.goto('/admin/email-ricevute/?isLoose=si')
  await mail.getByRole('button', { name: /^Annulla/ }).click()
  await mail.getByRole('button', { name: /^Unisci/ }).click()
  await page.goto(`/admin/richieste/contact/${lead.id}/`)
  const joined = page
    .getByRole('region', { name: 'Conversazione' })
    .getByRole('listitem')
    .filter({ hasText: 'Alle 10.' })
  await joined.getByText('Unita alla richiesta dallo staff.').waitFor()

  const [{ customerId }] = await app.sql<[{ customerId: number }]>`
    select customer_id from customer_leads where lead_kind = 'contact' and lead_id = ${lead.id}`
  await page.goto(`/admin/clienti/${customerId}/`)
  const entry = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await entry('Va bene per me.').getByText('mittente forse falso').waitFor()
  // Only mails without a doubt are the customer's.
  for (const text of ['Va bene per me.', 'Scrivo per lui.', 'Sono fuori ufficio'])
    await entry(text).getByText('Arriva un’email', { exact: true }).waitFor()
  await entry('winmail.dat').getByText('Il cliente scrive', { exact: true }).waitFor()
  expect(await axeProblems(page)).toEqual([])
})
