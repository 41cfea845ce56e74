import { expect, test } from 'vitest'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems } from '../../browser.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

test('the dialog leads to the short form for a quote: four fields, and its own words when it is sent', async () => {
  const page = await browser.page({ baseURL: app.origin })
  await page.goto('/')
  await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
  // The short form begins with the name that the request has.
  await page.getByLabel('Nome e cognome').fill('Anna Conte')
  await page
    .getByRole('dialog', { name: 'Richiedi disponibilità' })
    .getByRole('button', { name: /richiedi preventivo/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Richiedi Preventivo' })
  const names = () =>
    dialog
      .locator('form :is(input:not([type=hidden]), textarea)')
      .evaluateAll((all) =>
        all.flatMap((one) => (one.closest('[aria-hidden]') ? [] : [one.getAttribute('name')])),
      )
  await expect.poll(names).toEqual(['name', 'phone', 'email', 'message', 'privacyAccepted'])
  await expect.poll(() => dialog.getByLabel('Nome e cognome').inputValue()).toBe('Anna Conte')
  await dialog.getByLabel('Telefono').fill('347 1234567')
  await dialog.getByLabel('Email').fill('anna@example.com')
  await dialog.getByRole('checkbox', { name: /Acconsento/ }).check()
  await dialog.locator('form [type=submit]').click()
  const heading = dialog.getByRole('heading', { name: 'Messaggio Inviato!' })
  await heading.waitFor()
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
  await dialog.getByText('Ti risponderemo il prima possibile al numero di telefono fornito.').waitFor()
  expect(await axeProblems(page)).toEqual([])
  const [lead] = await app.sql`select name, phone, email, message, form_source, code from contacts`
  await dialog.getByText(lead?.code).waitFor()
  expect(lead).toMatchObject({
    name: 'Anna Conte',
    phone: '347 1234567',
    email: 'anna@example.com',
    message: null,
    formSource: 'preventivo',
  })
  await dialog.getByRole('button', { name: 'Chiudi', exact: true }).last().click()
  await dialog.waitFor({ state: 'hidden' })
})

test('the short form has the focus, a way back to the ride, and no press on its button closes it', async () => {
  const page = await browser.page({ baseURL: app.origin })
  await page.goto('/contatti/')
  await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
  await page.getByRole('button', { name: /richiedi preventivo/ }).click()
  await expect.poll(focused).toBe('name')
  await page.getByRole('button', { name: 'Torna alla richiesta del viaggio' }).click()
  await page.getByRole('dialog', { name: 'Richiedi disponibilità' }).waitFor()
  await expect.poll(focused).toBe('departure')
  await page.getByRole('button', { name: /richiedi preventivo/ }).click()

  const dialog = page.getByRole('dialog', { name: 'Richiedi Preventivo' })
  const tools = () =>
    page.locator('form[toolname]').evaluateAll((forms) => forms.map((form) => form.getAttribute('toolname')))
  await expect.poll(tools).toEqual(['send_message', 'ask_quote'])
  await dialog.getByLabel('Nome e cognome').fill('Anna Conte')
  await dialog.getByLabel('Telefono').fill('347 1234567')
  await dialog.getByLabel('Email').fill('anna@example.com')
  await dialog.getByRole('checkbox', { name: /Acconsento/ }).check()
  await page.route('**/api/contacts', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 })
  const send = dialog.locator('form [type=submit]')
  await send.click()
  await dialog.getByText("Errore nell'invio del messaggio").first().waitFor()
  // The first press removes the note about the failure, so that the button moves away from under the second press.
  await send.hover()
  await page.mouse.down()
  await page.mouse.up()
  await page.mouse.move(5, 400)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await dialog.getByRole('heading', { name: 'Messaggio Inviato!' }).waitFor()
  await dialog.getByRole('button', { name: 'Chiudi', exact: true }).last().click()
  await dialog.waitFor({ state: 'hidden' })
})

test.each([
  ['Richiedi disponibilità', false],
  ['Richiedi Preventivo', true],
])('in the dialog "%s" a tick or a cross shows whether a field is valid', async (title, isShort) => {
  const page = await browser.page({ baseURL: app.origin })
  await page.goto('/')
  await page.getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' }).click()
  if (isShort) await page.getByRole('button', { name: /richiedi preventivo/ }).click()
  const dialog = page.getByRole('dialog', { name: title })
  const marks = () =>
    dialog
      .getByRole('img', { name: /^(valido|da correggere)$/ })
      .evaluateAll((all) => all.map((one) => `${one.parentElement?.textContent}`))
  await dialog.getByLabel('Nome e cognome').fill('Anna Conte')
  await expect.poll(marks).toEqual(['Nome e cognome✓'])
  // A value that is being typed is not wrong yet.
  await dialog.getByLabel('Telefono').fill('34')
  await dialog.getByLabel('Email').fill('anna@')
  await expect.poll(marks).toEqual(['Nome e cognome✓', 'Telefono✗'])
  await dialog.getByLabel('Nome e cognome').focus()
  await expect.poll(marks).toEqual(['Nome e cognome✓', 'Telefono✗', 'Email✗'])
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByLabel('Telefono').fill('347 1234567')
  await dialog.getByLabel('Email').fill('anna@example.com')
  await expect.poll(marks).toEqual(['Nome e cognome✓', 'Telefono✓', 'Email✓'])
})
