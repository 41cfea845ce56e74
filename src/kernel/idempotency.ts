import { jsonb, type Sql, type Tx } from '../platform/db.ts'
import type { Context } from './context.ts'
import { refusal } from './httpError.ts'
import { type AnyMessage, type Caller, messageName, type Repeats } from './message.ts'

// A command with an Idempotency-Key runs once: a repeat with the same content gets the first response.

export interface KeyedCall {
  /** Name of the command. */
  name: string
  /** Names of all the commands that share the key. */
  names: readonly string[]
  /** Keyed hash of user and key. */
  key: string
  /** Hash of what the person typed. */
  contentHash: string
  /** Hash of the whole input, by which the previous release compares repeats. */
  inputHash: string
  refusal: Repeats['refusal']
}

/** Returns null without a key, or if the response must not be stored. */
export function keyedCall(
  { secrets }: Context,
  message: AnyMessage,
  value: Record<string, unknown>,
  caller: Caller,
): KeyedCall | null {
  const key = 'isReplySecret' in message && message.isReplySecret ? null : hashOf(secrets, caller)
  if (key === null) return null
  const repeats = 'repeats' in message ? message.repeats : undefined
  const name = messageName(message)
  const typed = typedPart(message, value)
  // The hashes are keyed, because a plain hash could be compared with the hashes of all likely inputs.
  return {
    name,
    names: repeats?.commands ?? [name],
    key,
    contentHash: secrets.fingerprint(sortedJson(repeats?.content(typed) ?? typed)),
    inputHash: secrets.fingerprint(JSON.stringify(value)),
    refusal: repeats?.refusal ?? ((t) => t('api.otherData')),
  }
}

/** Scopes the key to the user: two users may choose the same key. */
function hashOf(secrets: Context['secrets'], { idempotencyKey, admin }: Caller): string | null {
  return idempotencyKey === null ? null : secrets.fingerprint(`${admin?.id ?? ''} ${idempotencyKey}`)
}

const typedPart = ({ input }: AnyMessage, value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !input.properties[name]?.isIncidental))

/** A repeat may name its fields in another order. */
const sortedJson = (content: Record<string, unknown>) =>
  JSON.stringify(Object.entries(content).toSorted(([one], [other]) => (one < other ? -1 : 1)))

interface EarlierCall {
  inputHash: string
  /** Null in a row of the previous release. */
  contentHash: string | null
  reply: unknown
}

/** Returns the stored response of the same call; undefined for a new key. Throws HttpError 409 for other content. */
export async function earlierReply(sql: Sql | Tx, call: KeyedCall): Promise<{ reply: unknown } | undefined> {
  const [earlier] = await sql<[EarlierCall?]>`
    select input_hash, content_hash, reply from idempotency_keys
    where http = any(${[...call.names]}) and key = ${call.key}`
  if (!earlier) return
  const { inputHash, contentHash, reply } = earlier
  const isSame = contentHash === null ? inputHash === call.inputHash : contentHash === call.contentHash
  if (!isSame) throw refusal('key', call.refusal, 409)
  return { reply }
}

/** Stores the key. Returns false if it is stored already. Waits for a concurrent call with the same key. */
export async function claimKey(tx: Tx, call: KeyedCall): Promise<boolean> {
  const { name, names, key, contentHash, inputHash } = call
  const [, [mine]] = await Promise.all([
    // The primary key makes calls of one command wait, the lock calls of several.
    names.length > 1 && tx`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`,
    tx`
      insert into idempotency_keys (http, key, input_hash, content_hash)
      select ${name}, ${key}, ${inputHash}, ${contentHash}
      where not exists (select from idempotency_keys where http = any(${[...names]}) and key = ${key})
      on conflict do nothing returning key`,
  ])
  return mine !== undefined
}

export async function storeReply(tx: Tx, { name, key }: KeyedCall, reply: unknown): Promise<void> {
  await tx`update idempotency_keys set reply = ${jsonb(tx, reply)} where http = ${name} and key = ${key}`
}

/** Returns the response that a call of the `commands` with this key got; null for an unknown key. */
export async function replyToKey(
  sql: Sql | Tx,
  { secrets }: Context,
  caller: Caller,
  commands: readonly string[],
): Promise<unknown> {
  const [earlier] = await sql<[{ reply: unknown }?]>`
    select reply from idempotency_keys where http = any(${[...commands]}) and key = ${hashOf(secrets, caller)}`
  return earlier?.reply ?? null
}
