import { audit } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import { rowNamed } from '../../../kernel/pasted.ts'
import type { Tx } from '../../../platform/db.ts'
import {
  CreateReplyTemplate,
  DeleteReplyTemplate,
  type ReplyTemplateForm,
  replyTemplateChanged,
  replyTemplateCreated,
  replyTemplateDeleted,
  SaveReplyTemplate,
} from './contract.ts'
import { findReplyTemplate } from './shownTemplates.ts'
import { unknownSentence } from './variables.contract.ts'

export const createReplyTemplate = handle(CreateReplyTemplate, async (tx, form, caller) => {
  refuseUnknown(form)
  await refuseTaken(tx, form, null)
  const [{ id }] = await tx<[{ id: number }]>`
    insert into reply_templates ${tx(columnsOf(form))} returning id`
  const created = await findReplyTemplate(tx, id)
  await audit(tx, caller, replyTemplateCreated, `reply_templates/${id}`, null, created)
  return created
})

export const saveReplyTemplate = edit(
  SaveReplyTemplate,
  { table: 'reply_templates', find: findReplyTemplate },
  async (tx, form, caller, before) => {
    refuseUnknown(form)
    await refuseTaken(tx, form, form.id)
    await tx`update reply_templates set ${tx(columnsOf(form))}, updated_at = now() where id = ${form.id}`
    const after = await findReplyTemplate(tx, form.id)
    await audit(tx, caller, replyTemplateChanged, `reply_templates/${form.id}`, before, after)
    return after
  },
)

export const deleteReplyTemplate = handle(DeleteReplyTemplate, async (tx, { id }, caller) => {
  await tx`select id from reply_templates where id = ${id} for update`
  const before = await findReplyTemplate(tx, id)
  await tx`delete from reply_templates where id = ${id}`
  await audit(tx, caller, replyTemplateDeleted, `reply_templates/${id}`, before, null)
  return {}
})

function refuseUnknown({ via, subject, text }: ReplyTemplateForm): void {
  const errors = Object.entries({ subject, text }).flatMap(([path, written]) => {
    const message = unknownSentence(written)
    return message ? [{ path, message }] : []
  })
  if (via === 'email' && !subject) errors.unshift({ path: 'subject', message: 'Inserisci l’oggetto' })
  const [first] = errors
  if (first) throw new HttpError(422, first.message, { errors })
}

async function refuseTaken(
  tx: Tx,
  { kind, via, language, name }: ReplyTemplateForm,
  id: number | null,
): Promise<void> {
  await tx`lock table reply_templates in share row exclusive mode`
  const others = await tx<{ name: string }[]>`
    select name from reply_templates
    where lead_kind = ${kind} and via = ${via} and language = ${language} and id is distinct from ${id}`
  if (rowNamed(others, name)) throw refusal('name', 'C’è già un modello con questo nome.', 409)
}

function columnsOf({ kind, via, language, name, subject, text }: ReplyTemplateForm) {
  return { lead_kind: kind, via, language, name, subject: via === 'email' ? subject : '', text }
}
