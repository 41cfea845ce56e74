import { expect, test } from 'vitest'
import type { AppView } from '../../src/web/pageData.ts'
import { startApp } from '../app.ts'

test('the browser gets of a route only what its screen reads, and no code of the screen can read more', async () => {
  await using app = await startApp({ data: 'demo' })
  const { text } = await app.get('/tratte/transfer-aeroporto-brindisi-gallipoli/')
  const [, json = ''] = text.match(/<script type="application\/json" id="page">(.*?)<\/script>/s) ?? []
  const { view }: { view: AppView<'route'> } = JSON.parse(json)
  expect(view.route.name).toBe('Aeroporto Brindisi → Gallipoli')
  // @ts-expect-error The browser lacks the type of transfer. `npm run check` fails if this line compiles.
  expect(() => view.route.transferType.name.toUpperCase()).toThrow(TypeError)
  // @ts-expect-error
  expect(view.descriptionHtml).toBe(undefined)
})
