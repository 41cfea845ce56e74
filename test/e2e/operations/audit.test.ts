import { expect, test } from 'vitest'
import { dayAfter, romanDay } from '../../../src/kernel/romanDay.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems } from '../../browser.ts'
import { openPanel } from '../../panel.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

test('two presses show who changed what yesterday, and a change is restored from the log', async () => {
  await app.sql`
    insert into audit_log (actor, action, subject, before, after, at)
    values ('anna', 'catalog:locationChanged', 'locations/1', '{"cap":"73100"}', '{"cap":"73014"}', now() - interval '1 day')`
  const staff = await app.logIn()
  const path = '/api/admin/transfer-types/1'
  const { body: type } = await app.get(path, staff)
  await app.send('PUT', path, { ...type, description: 'Otto posti e bagagli' }, staff)
  const [{ name }] = await app.sql<[{ name: string }]>`select name from locations where id = 1`

  const page = await openPanel(app, browser)
  await page.goto('/admin/account/')
  await page.getByRole('link', { name: 'Registro Modifiche' }).click()
  await page.getByRole('button', { name: 'Ieri' }).click()
  const entry = page.getByRole('listitem').filter({ hasText: 'anna, località modificata' })
  await entry.getByRole('link', { name }).waitFor()
  await entry.getByText('CAP: 73100 → 73014').waitFor()
  await page.getByRole('heading', { name: /^Ieri, / }).waitFor()
  const yesterday = dayAfter(romanDay(new Date()), -1)
  await expect.poll(() => new URL(page.url()).search).toBe(`?from=${yesterday}&to=${yesterday}`)
  await page.reload()
  await page.getByRole('button', { name: 'Ieri', pressed: true }).waitFor()
  await entry.waitFor()

  await page.getByRole('button', { name: 'Oggi' }).click()
  await page.getByLabel('Che cosa').selectOption('Tratte')
  const changed = page.getByRole('listitem').filter({ hasText: 'tipologia modificata' })
  await changed.getByText('Otto posti e bagagli').first().waitFor()
  expect(await axeProblems(page)).toEqual([])
  await changed.getByRole('button', { name: 'Ripristina' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ripristina' }).click()
  await page.getByText('Modifica ripristinata').first().waitFor()
  await changed.filter({ hasText: 'ripristino' }).waitFor()
  await expect.poll(async () => (await app.get(path, staff)).body.description).toBe(type.description)
  await changed.nth(1).getByRole('button', { name: 'Ripristina' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ripristina' }).click()
  await page.getByText('Il dato è cambiato di nuovo dopo questa modifica: Descrizione.').first().waitFor()
  expect(browser.problems().filter((problem) => !problem.includes('409'))).toEqual([])
})
