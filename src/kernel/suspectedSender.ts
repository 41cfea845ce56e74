import type { Sentence } from '../languages/translate.ts'
import type { Sql } from '../platform/db.ts'
import type { Context } from './context.ts'
import { HttpError } from './httpError.ts'
import { isRobot } from './robot.ts'

interface Suspect {
  sender: Parameters<typeof isRobot>[0]
  /** Phone number or e-mail address by which the second try is recognised. */
  contact: string
  /** Sentence that asks to send the form again. */
  again: Sentence
}

/**
 * Throws HttpError 422 at the first try of a sender who looks like a robot. Some tools fill in the hidden field for a
 * person, so a second try within a day passes.
 */
export async function askAgain(
  write: Sql,
  { sender, contact, again }: Suspect,
  { secrets }: Context,
): Promise<void> {
  if (!isRobot(sender)) return
  const hash = secrets.fingerprint(contact.toLowerCase())
  const [second] = await write`
    update suspected_senders set tried_at = now()
    where sender_hash = ${hash} and tried_at > now() - interval '1 day' returning sender_hash`
  if (second) return
  await write`
    insert into suspected_senders (sender_hash) values (${hash})
    on conflict (sender_hash) do update set tried_at = now()`
  throw new HttpError(422, again)
}
