import { on } from '../../message.ts'
import { personErased } from '../settings/contract.erasure.ts'
import { isErased } from '../settings/queries.erasure.ts'

export const forgetSubscriber = on(
  'content:forgetSubscriber',
  personErased,
  async ({ addressHashes }, { read, write }) => {
    const rows = await read<{ id: number; email: string }[]>`select id, email from newsletter_subscriptions`
    const ids = rows.filter(({ email }) => isErased(email, addressHashes)).map(({ id }) => id)
    await write`delete from newsletter_subscriptions where id = any(${ids})`
  },
)
