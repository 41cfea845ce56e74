import { audit } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import {
  CreatePrompt,
  DeletePrompt,
  type Prompt,
  type PromptForm,
  promptChanged,
  promptCreated,
  promptDeleted,
  SavePrompt,
} from './contract.ts'
import { unknownSentence } from './placeholders.contract.ts'
import { findPrompt } from './prompts.queries.ts'

export const createPrompt = handle(CreatePrompt, async (tx, form, caller) => {
  refuseUnknown(form)
  const [{ id }] = await tx<[{ id: number }]>`
    insert into ai_prompts ${tx(columnsOf(form))} returning id`
  const created = await mustFind(tx, id)
  await audit(tx, caller, promptCreated, `ai_prompts/${id}`, null, created)
  return created
})

export const savePrompt = edit(
  SavePrompt,
  { table: 'ai_prompts', find: mustFind },
  async (tx, form, caller, before) => {
    refuseUnknown(form)
    await tx`update ai_prompts set ${tx(columnsOf(form))}, updated_at = now() where id = ${form.id}`
    const after = await mustFind(tx, form.id)
    await audit(tx, caller, promptChanged, `ai_prompts/${form.id}`, before, after)
    return after
  },
)

export const deletePrompt = handle(DeletePrompt, async (tx, { id }, caller) => {
  const before = await lockPrompt(tx, id)
  await tx`delete from ai_prompts where id = ${id}`
  await audit(tx, caller, promptDeleted, `ai_prompts/${id}`, before, null)
  return {}
})

async function lockPrompt(tx: Tx, id: number): Promise<Prompt> {
  await tx`select id from ai_prompts where id = ${id} for update`
  return mustFind(tx, id)
}

async function mustFind(tx: Tx, id: number): Promise<Prompt> {
  const prompt = await findPrompt(tx, id)
  if (!prompt) throw new HttpError(404, 'Prompt non trovato.')
  return prompt
}

function refuseUnknown({ prompt }: PromptForm): void {
  const message = unknownSentence(prompt)
  if (message) throw refusal('prompt', message)
}

function columnsOf(form: PromptForm) {
  return {
    name: form.name,
    prompt: form.prompt,
    provider: form.provider,
    field_type: form.fieldType,
    is_active: form.isActive,
  }
}
