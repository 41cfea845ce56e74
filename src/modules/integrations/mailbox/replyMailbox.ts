import { audit } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { isMask } from '../../../kernel/field.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import {
  DropUnreadableMail,
  RetryUnreadableMail,
  replyMailboxChanged,
  SaveReplyMailbox,
  unreadableMailDropped,
  unreadableMailRetried,
} from './contract.ts'
import { findMailbox, isSameBox, passwordMissing, passwordOf, toMailbox } from './replyMailbox.queries.ts'
import type { MailKey } from './tries.ts'

export const saveReplyMailbox = edit(
  SaveReplyMailbox,
  // An image would contain the password.
  { table: 'reply_mailbox', find: (tx: Tx) => findMailbox(tx), act: null },
  async (tx, { updatedAt: _, password, ...form }, caller, before, { secrets }) => {
    const isSame = isSameBox(before, form)
    const typed = password && !isMask(password) ? password : null
    if (!typed && !isSame) throw passwordMissing()
    const columns = {
      host: form.host,
      port: form.port,
      username: form.username,
      is_active: form.isActive,
      // A client that does not know the field keeps it.
      own_server: form.ownServer ?? before?.ownServer ?? '',
      ...(isSame ? {} : { entered_at: new Date() }),
      ...(typed ? { password: secrets.encrypt(typed, passwordOf(1)) } : {}),
    }
    await tx`
      insert into reply_mailbox ${tx({ password: '', ...columns })}
      on conflict (id) do update set ${tx(columns)}, updated_at = now()`
    if (!isSame) {
      await tx`delete from reply_mailbox_position`
      await tx`delete from mailbox_tries`
      await tx`delete from unreadable_mails`
    }
    const after = toMailbox(await findMailbox(tx), secrets)
    await audit(
      tx,
      caller,
      replyMailboxChanged,
      'reply_mailbox',
      before ? toMailbox(before, secrets) : null,
      after,
    )
    return after
  },
)

export const retryUnreadableMail = handle(RetryUnreadableMail, async (tx, { id }, caller) => {
  const { uidValidity, uid } = await takeUnreadable(tx, id)
  await tx`
    insert into mailbox_tries (uid_validity, uid, tries) values (${uidValidity}, ${uid}, 0) on conflict do nothing`
  await audit(tx, caller, unreadableMailRetried, `unreadable_mails/${id}`, null, null)
  return {}
})

export const dropUnreadableMail = handle(DropUnreadableMail, async (tx, { id }, caller) => {
  await takeUnreadable(tx, id)
  await audit(tx, caller, unreadableMailDropped, `unreadable_mails/${id}`, null, null)
  return {}
})

async function takeUnreadable(tx: Tx, id: number): Promise<MailKey> {
  const [mail] = await tx<[MailKey?]>`
    delete from unreadable_mails where id = ${id} returning uid_validity, uid`
  if (!mail) throw new HttpError(404, 'Questo messaggio non è più tra quelli che non si leggono.')
  return mail
}
