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
  await dialog
    .getByText(/^Messaggio inviato/i)
    .first()
    .waitFor()
  await dialog
    .getByText('Ti risponderemo il prima possibile al numero di telefono fornito.')
    .first()
    .waitFor()
  expect(await app.sql`select name, phone, email, message from contacts`).toEqual([
    { name: 'Anna Conte', phone: '347 1234567', email: 'anna@example.com', message: null },
  ])
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
