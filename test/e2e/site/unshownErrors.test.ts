import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems } from '../../browser.ts'
import { dayIn } from '../../given.ts'

// The server refuses a field that the visitor does not see. The form says why, in the language of the page.

const { app, browser } = await openAppInBrowser({ data: 'demo' })

/** Lets the server's reply to a call be a refusal of the fields in `errors`. */
const refuse = (page: Page, address: string, errors: Record<string, string>) =>
  page.route(address, (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        title: 'Unprocessable Content',
        status: 422,
        detail: Object.values(errors)[0],
        errors: Object.entries(errors).map(([path, message]) => ({ path, message })),
      }),
    }),
  )

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement)

/** Waits until the note in the form says these texts and has the focus. */
async function expectNote(form: Locator, ...texts: string[]): Promise<void> {
  const note = form.getByRole('alert')
  for (const text of texts) await note.getByText(text).waitFor()
  await expect.poll(() => isFocused(note)).toBe(true)
}

async function fillPerson(form: Locator): Promise<void> {
  await form.locator('[name=name]').fill('Anna Conte')
  await form.locator('[name=phone]').fill('+39 347 1234567')
  await form.locator('[name=email]').fill('anna@example.com')
  await form.locator('[name=privacyAccepted]').check()
}

const unseen = { elapsedMs: 'Aspetta un momento e riprova' }

test('a request that is refused at a field of no step says why', async () => {
  const page = await browser.page({ baseURL: app.origin })
  await page.goto('/richiesta/?departure=Aeroporto+Brindisi&destination=Gallipoli')
  const form = page.locator('form[toolname=request_ride]')
  await form.locator('[name=date]').fill(dayIn(30))
  await form.locator('[name=time]').fill('10:00')
  await form.locator('[name=passengers]').selectOption('2')
  await fillPerson(form)
  await refuse(page, '**/api/{bookings,availability-requests,contacts}', unseen)
  await form.getByRole('button', { name: 'Invia la richiesta' }).click()
  await expectNote(form, 'Errore nell’invio della richiesta. Aspetta un momento e riprova')
  expect(await axeProblems(page)).toEqual([])
})

test('a press after a failure leaves the focus on the button, and the note goes', async () => {
  const page = await browser.page({ baseURL: app.origin })
  await page.goto('/contatti/')
  const form = page.locator('form[toolname=send_message]')
  await fillPerson(form)
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/contacts', (route) => route.abort('connectionreset'), { times: 1 })
  const send = form.locator('[type=submit]')
  await send.press('Enter')
  const note = form.getByText(/Quello che hai scritto è ancora qui/)
  await note.waitFor()
  await page.route('**/api/contacts', (route) => answer.promise.then(() => route.continue()))
  await page.evaluate(() => {
    const watch = window as unknown as { focused: string[] }
    watch.focused = []
    addEventListener('focusin', ({ target }) => watch.focused.push((target as Element).localName))
  })
  await send.press('Enter')
  await note.waitFor({ state: 'detached' })
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { focused: string[] }).focused))
    .not.toContain('p')
  answer.resolve()
  await form.getByText('Messaggio inviato con successo!').waitFor()
})

test('on a phone, a refused field of another step opens its step, and one that is hidden is named', async () => {
  const page = await browser.page({ baseURL: app.origin, viewport: { width: 390, height: 844 } })
  await page.goto('/de/anfrage/?departure=Aeroporto+Brindisi&destination=Gallipoli')
  const form = page.locator('form[toolname=request_ride]')
  const next = form.getByRole('button', { name: 'Weiter' })
  await form.locator('[name=date]').fill(dayIn(30))
  await form.locator('[name=time]').fill('10:00')
  await next.click()
  await form.locator('[name=passengers]').selectOption('2')
  await next.click()
  await next.click()
  await fillPerson(form)
  const late = { returnDate: 'Der Rückfahrttag fehlt' }
  const calls = '**/api/{bookings,availability-requests,contacts}'
  await refuse(page, calls, late)
  const send = form.getByRole('button', { name: 'Anfrage senden' })
  await send.click()
  // The step of the field is open, but the field itself only shows with a return.
  await expectNote(form, 'Der Rückfahrttag fehlt')
  await expect.poll(() => form.locator('[name=passengers]').isVisible()).toBe(true)

  await page.unroute(calls)
  await refuse(page, calls, { passengers: 'Zu viele Personen' })
  await next.click()
  await next.click()
  await send.click()
  await expect.poll(() => isFocused(form.locator('[name=passengers]'))).toBe(true)
  await form.getByText('Zu viele Personen').waitFor()
  await expect.poll(() => form.getByRole('alert').count()).toBe(0)
})

test('message and newsletter say why they are refused at a field that they do not show', async () => {
  const page = await browser.page({ baseURL: app.origin })
  await page.goto('/contatti/')
  const message = page.locator('form[toolname=send_message]')
  await fillPerson(message)
  await refuse(page, '**/api/contacts', unseen)
  await message.locator('[type=submit]').click()
  await expectNote(message, 'Aspetta un momento e riprova')

  await page.goto('/blog/')
  const newsletter = page.locator('form[toolname=subscribe_newsletter]')
  await newsletter.locator('[name=email]').fill('anna@example.com')
  await newsletter.locator('[name=privacyAccepted]').check()
  await refuse(page, '**/api/newsletter-subscriptions', unseen)
  await newsletter.locator('[type=submit]').click()
  await expectNote(newsletter, 'Iscrizione non riuscita. Aspetta un momento e riprova')
})
