import { audit } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import {
  AddNote,
  customerNoteAdded,
  customerNoteChanged,
  customerNoteDeleted,
  customersJoined,
  customersSeparated,
  DeleteNote,
  JoinCustomers,
  SaveNote,
  UndoJoin,
} from './contract.ts'
import { customerOf, findNote, type NoteRow, noteColumns, personOf, shownNote } from './customers.queries.ts'

// The audit log is never deleted, so these commands write only ids into it.

export const joinCustomers = handle(JoinCustomers, async (tx, { id, otherId }, caller) => {
  await lockJoins(tx)
  const [person, other] = [await personOf(tx, id), await personOf(tx, otherId)]
  if (person === other) throw new HttpError(409, 'Sono già lo stesso cliente.')
  await tx`
    insert into customer_joins (customer_id, joined_id, joined_by) values (${person}, ${other}, ${caller.name})`
  await audit(tx, caller, customersJoined, `customers/${person}`, null, { joinedId: other })
  return customerOf(tx, person)
})

export const undoJoin = handle(UndoJoin, async (tx, { id }, caller) => {
  await lockJoins(tx)
  const [join] = await tx<[{ customerId: number; joinedId: number; undoneAt: Date | null }?]>`
    select customer_id, joined_id, undone_at from customer_joins where id = ${id}`
  if (!join) throw new HttpError(404, 'Unione non trovata.')
  if (join.undoneAt) throw new HttpError(409, 'Questi clienti sono già stati separati.')
  await tx`update customer_joins set undone_by = ${caller.name}, undone_at = now() where id = ${id}`
  const { customerId, joinedId } = join
  await audit(tx, caller, customersSeparated, `customers/${customerId}`, { joinedId }, null)
  // A customer without leads existed only as part of the joined person. The SQL function deletes such a customer.
  for (const one of [customerId, joinedId]) await tx`select forget_person_without_leads(${one})`
  return {}
})

/** Serializes joins, because two concurrent joins could form a cycle. */
async function lockJoins(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('customer_joins'))`
}

export const addNote = handle(AddNote, async (tx, { id, text }, caller) => {
  const person = await personOf(tx, id)
  const [note] = await tx<[NoteRow]>`
    insert into customer_notes (customer_id, text, author) values (${person}, ${text}, ${caller.name})
    returning ${noteColumns(tx)}`
  await audit(tx, caller, customerNoteAdded, `customers/${person}`, null, null)
  return shownNote(note)
})

export const saveNote = edit(
  SaveNote,
  // A note is about a person, and its images would outlive it.
  { table: 'customer_notes', find: findNote, act: null },
  async (tx, { id, text }, caller) => {
    const [note] = await tx<[NoteRow]>`
      update customer_notes set text = ${text}, updated_at = now() where id = ${id} returning ${noteColumns(tx)}`
    await audit(tx, caller, customerNoteChanged, `customers/${note.customerId}`, null, null)
    return shownNote(note)
  },
)

export const deleteNote = handle(DeleteNote, async (tx, { id }, caller) => {
  const { customerId } = await findNote(tx, id)
  await tx`delete from customer_notes where id = ${id}`
  await audit(tx, caller, customerNoteDeleted, `customers/${customerId}`, null, null)
  return {}
})
