import { audit } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { isMask } from '../../../kernel/field.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import type { Tx } from '../../../platform/db.ts'
import { SaveReplyMailbox } from './contract.ts'
import { findMailbox, passwordOf, toMailbox } from './queries.ts'

export const saveReplyMailbox = edit(
  SaveReplyMailbox,
  { table: 'reply_mailbox', find: (tx: Tx) => findMailbox(tx) },
  async (tx, { updatedAt: _, password, ...form }, caller, before, { secrets }) => {
    const isSameBox = before?.host === form.host && before.username === form.username
    const typed = password && !isMask(password) ? password : null
    // A stored password is only ever sent to the server for which it was entered.
    if (!typed && !isSameBox)
      throw new HttpError(422, 'Inserisci la password della casella.', {
        errors: [{ path: 'password', message: 'Inserisci la password di questa casella' }],
      })
    const columns = {
      ...{ host: form.host, port: form.port, username: form.username, is_active: form.isActive },
      ...(isSameBox ? {} : { entered_at: new Date() }),
      ...(typed ? { password: secrets.encrypt(typed, passwordOf(1)) } : {}),
    }
    await tx`
      insert into reply_mailbox ${tx({ password: '', ...columns })}
      on conflict (id) do update set ${tx(columns)}, updated_at = now()`
    if (!isSameBox) await tx`delete from reply_mailbox_position`
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
