import { audit } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { isMask } from '../../../kernel/field.ts'
import type { Tx } from '../../../platform/db.ts'
import { SaveReplyMailbox } from './contract.ts'
import { findMailbox, isSameBox, passwordMissing, passwordOf, toMailbox } from './queries.ts'

export const saveReplyMailbox = edit(
  SaveReplyMailbox,
  { table: 'reply_mailbox', find: (tx: Tx) => findMailbox(tx) },
  async (tx, { updatedAt: _, password, ...form }, caller, before, { secrets }) => {
    const isSame = isSameBox(before, form)
    const typed = password && !isMask(password) ? password : null
    if (!typed && !isSame) throw passwordMissing()
    const columns = {
      ...{ host: form.host, port: form.port, username: form.username, is_active: form.isActive },
      ...(isSame ? {} : { entered_at: new Date() }),
      ...(typed ? { password: secrets.encrypt(typed, passwordOf(1)) } : {}),
    }
    await tx`
      insert into reply_mailbox ${tx({ password: '', ...columns })}
      on conflict (id) do update set ${tx(columns)}, updated_at = now()`
    if (!isSame) await tx`delete from reply_mailbox_position`
    const after = toMailbox(await findMailbox(tx), secrets)
    await audit(
      tx,
      caller,
      'integrations:replyMailboxChanged',
      'reply_mailbox',
      before ? toMailbox(before, secrets) : null,
      after,
    )
    return after
  },
)
