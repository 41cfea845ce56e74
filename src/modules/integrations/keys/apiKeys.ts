import { audit } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { isMask } from '../../../kernel/field.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import { columns, find, place, type Row, shown } from './apiKeys.queries.ts'
import {
  apiKeyChanged,
  apiKeyCreated,
  apiKeyDeleted,
  CreateApiConfiguration,
  DeleteApiConfiguration,
  SaveApiConfiguration,
} from './contract.ts'

export const createApiConfiguration = handle(
  CreateApiConfiguration,
  async (tx, form, caller, { secrets }) => {
    await refuseTaken(tx, form.name)
    // The encryption includes the row's id, so this query takes the id from the sequence before the insert.
    const [{ id }] = await tx<[{ id: number }]>`
    select nextval(pg_get_serial_sequence('api_configurations', 'id')) as id`
    const encrypted = form.apiKey ? secrets.encrypt(form.apiKey, place(id)) : null
    const [row] = await tx<[Row]>`
    insert into api_configurations (id, name, api_key, description, is_active)
    values (${id}, ${form.name}, ${encrypted}, ${form.description}, ${form.isActive})
    returning ${columns(tx)}`
    await audit(tx, caller, apiKeyCreated, `api_configurations/${id}`, null, shown(row, secrets))
    return shown(row, secrets)
  },
)

export const saveApiConfiguration = edit(
  SaveApiConfiguration,
  // An image would contain the key.
  { table: 'api_configurations', find, act: null },
  async (tx, form, caller, before, { secrets }) => {
    if (form.name !== before.name) await refuseTaken(tx, form.name)
    const typed = form.apiKey && !isMask(form.apiKey) ? form.apiKey : null
    const encrypted = typed ? secrets.encrypt(typed, place(form.id)) : before.apiKey
    const [row] = await tx<[Row]>`
    update api_configurations set name = ${form.name}, api_key = ${encrypted}, description = ${form.description},
      is_active = ${form.isActive}, updated_at = now()
    where id = ${form.id} returning ${columns(tx)}`
    const subject = `api_configurations/${form.id}`
    await audit(tx, caller, apiKeyChanged, subject, shown(before, secrets), shown(row, secrets))
    return shown(row, secrets)
  },
)

export const deleteApiConfiguration = handle(
  DeleteApiConfiguration,
  async (tx, { id }, caller, { secrets }) => {
    const before = await find(tx, id)
    await tx`delete from api_configurations where id = ${id}`
    await audit(tx, caller, apiKeyDeleted, `api_configurations/${id}`, shown(before, secrets), null)
    return {}
  },
)

async function refuseTaken(tx: Tx, name: string): Promise<void> {
  const [taken] = await tx`select id from api_configurations where name = ${name}`
  if (taken) throw new HttpError(409, `Esiste già una configurazione di nome ${name}.`)
}
