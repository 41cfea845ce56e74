import type { Static, TObject } from '@sinclair/typebox'
import type { Tx } from './db.ts'
import type { Event } from './message.ts'

/**
 * Records a fact and the job that dispatches it, in the command's own transaction: both stand or fall with
 * what the command wrote. There is no other way to make something happen outside a transaction.
 */
export async function emit<P extends TObject>(tx: Tx, { type }: Event<P>, payload: Static<P>): Promise<void> {
  await tx`
    with fact as (
      insert into outbox (type, payload) values (${type}, ${tx.json(payload as never)}) returning id
    )
    select graphile_worker.add_job('dispatch', json_build_object('factId', id)) from fact`
}
