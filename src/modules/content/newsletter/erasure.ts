import { on } from '../../../kernel/message.ts'
import { personErased } from '../../settings/privacy/erasure.contract.ts'
import { isErased } from '../../settings/privacy/erasure.queries.ts'

export const forgetSubscriber = on(
  'content:forgetSubscriber',
  personErased,
  async ({ addressHashes }, { read, write, context }) => {
    const rows = await read<{ id: number; email: string }[]>`select id, email from newsletter_subscriptions`
    const ids = rows
      .filter(({ email }) => isErased(email, addressHashes, context.secrets))
      .map(({ id }) => id)
    await write`delete from newsletter_subscriptions where id = any(${ids})`
  },
)
