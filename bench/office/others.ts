import { openHands, until } from './hands.ts'
import type { Task } from './task.ts'
import { addTrip, isAssigned } from './trips.ts'

const publishArticle: Task = {
  name: 'an article written and published',
  goal: 4,
  before: '',
  async perform({ site, browser }) {
    const hands = await openHands(site, browser, 'blog/nuovo/')
    const { page } = hands
    await hands.write(page.getByLabel('Titolo', { exact: true }), 'Il mare di novembre')
    await hands.write(page.getByLabel('Riassunto'), 'Perché venire quando la spiaggia è vuota.')
    await hands.write(page.getByLabel('Contenuto'), 'A novembre il mare è ancora tiepido.')
    await hands.click(page.getByRole('button', { name: 'Pubblica', exact: true }))
    await page.getByText('Articolo pubblicato').waitFor()
    await until(
      'the article is on the site',
      async () => (await fetch(`${site.origin}/blog/il-mare-di-novembre/`)).ok,
    )
    return hands.done()
  },
}

const yesterday: Task = {
  name: 'what changed yesterday, and who changed it',
  goal: 2,
  before: 'no name, no day, no link',
  async perform({ site, browser }) {
    await site.db.write`
      insert into audit_log (actor, action, subject, before, after, at)
      values ('anna', 'catalog:locationChanged', 'locations/1', '{"cap":"73100"}', '{"cap":"73014"}',
        now() - interval '1 day')`
    const hands = await openHands(site, browser, '')
    await hands.click(hands.page.getByRole('link', { name: 'Modifiche di ieri' }))
    const entry = hands.page.getByRole('listitem').filter({ hasText: 'anna, località modificata' })
    await entry.getByText('CAP: 73100 → 73014').waitFor()
    return hands.done()
  },
}

const assignTomorrow: Task = {
  name: 'a vehicle and a driver assigned to two trips of tomorrow',
  goal: 6,
  before: 'absent',
  async perform({ site, browser }) {
    for (const [hour, place] of [
      [13, 'Nardò'],
      [17, 'Ugento'],
    ] as const)
      await addTrip(site, place, hour)
    const hands = await openHands(site, browser, '')
    const { page } = hands
    await hands.click(page.getByRole('link', { name: 'Calendario di domani' }))
    for (const place of ['Nardò', 'Ugento']) {
      const waiting = page.getByRole('region', { name: 'Da assegnare' })
      await hands.click(waiting.getByRole('button', { name: new RegExp(place) }))
      await page.locator('[data-free]:focus').waitFor()
      await hands.key('Enter')
      await isAssigned(site, place)
    }
    return hands.done()
  },
}

const mailAgain: Task = {
  name: 'a failed mail sent again',
  goal: 1,
  before: '',
  async perform({ site, browser }) {
    await site.db.write`
      insert into email_messages (message_key, purpose, recipient, subject, message_id, state, attempts, last_error)
      values ('again', 'receipt', 'anna@example.com', 'La tua richiesta', '<again@salento.example>', 'failed', 8,
        'Il server non risponde')`
    const hands = await openHands(site, browser, '')
    await hands.click(hands.page.getByRole('button', { name: /^Riprova La tua richiesta/ }))
    await until('the mail is queued', async () => {
      const [row] = await site.db.read`select state from email_messages where message_key = 'again'`
      return row?.state !== 'failed'
    })
    return hands.done()
  },
}

const reviewGerman: Task = {
  name: 'a German translation reviewed and published',
  goal: 3,
  before: 'absent',
  async perform({ site, browser, send }) {
    const [place] = await site.db.write<[{ id: number }]>`
      update locations set long_description = 'Gallipoli ha un centro antico su un’isola.'
      where name = 'Gallipoli' returning id`
    const path = `/api/admin/translations/place/${place.id}/de`
    const { sourceUpdatedAt } = await send('GET', path)
    const text = { longDescription: 'Gallipoli hat eine Altstadt auf einer Insel.' }
    await send('PUT', path, { text, state: 'draft', sourceUpdatedAt, updatedAt: null })
    const hands = await openHands(site, browser, 'lingue/')
    const { page } = hands
    await hands.click(
      page.getByRole('region', { name: 'Tedesco' }).getByRole('link', { name: /Località, Bozza.*, Tedesco/ }),
    )
    await hands.click(page.getByRole('link', { name: 'Gallipoli in tedesco' }))
    await hands.click(page.getByRole('button', { name: 'Segna come rivista' }))
    await until('the page shows the text', async () => {
      const shown = await fetch(`${site.origin}/de/reiseziele/gallipoli/`)
      return (await shown.text()).includes('eine Altstadt auf einer Insel')
    })
    return hands.done()
  },
}

export const otherTasks = { publishArticle, yesterday, assignTomorrow, mailAgain, reviewGerman }
