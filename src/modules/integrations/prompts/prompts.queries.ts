import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { type FieldType, ListPrompts, type Prompt, ReadPrompt } from './contract.ts'
import { warningsOf } from './placeholders.contract.ts'

export const listPrompts = answer(ListPrompts, async (read, asked) => {
  const like = likeOf(asked.search)
  const where = read`
    (name ilike ${like} or prompt ilike ${like})
    and ${asked.provider ? read`provider = ${asked.provider}` : read`true`}
    and ${asked.fieldType ? read`field_type = ${asked.fieldType}` : read`true`}
    and ${asked.isActive === undefined ? read`true` : read`is_active = ${asked.isActive}`}`
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from ai_prompts where ${where}`
  const columns = { name: 'lower(name)', fieldType: 'field_type', updatedAt: 'updated_at' }
  const rows = await read<PromptRow[]>`
    select ${promptColumns(read)} from ai_prompts where ${where} ${pageOf(read, asked, columns, 'name')}`
  return { ...pages(asked, total), items: rows.map(toPrompt) }
})

export const readPrompt = answer(ReadPrompt, async (read, { id }) => {
  const prompt = await findPrompt(read, id)
  if (!prompt) throw new HttpError(404, 'Prompt non trovato.')
  return prompt
})

interface PromptRow {
  id: number
  name: string
  prompt: string
  provider: Prompt['provider']
  fieldType: FieldType
  isActive: boolean
  createdAt: Date
  updatedAt: Date
}

function promptColumns(sql: Sql | Tx) {
  return sql`id, name, prompt, provider, field_type, is_active, created_at, updated_at`
}

function toPrompt({ createdAt, updatedAt, ...row }: PromptRow): Prompt {
  return {
    ...row,
    promptText: row.prompt,
    category: row.fieldType,
    warnings: warningsOf(row.prompt, row.fieldType),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

export async function findPrompt(sql: Sql | Tx, id: number): Promise<Prompt | undefined> {
  const [row] = await sql<[PromptRow?]>`select ${promptColumns(sql)} from ai_prompts where id = ${id}`
  return row && toPrompt(row)
}

/** Returns the active prompts of a kind, oldest first, because the oldest prompt is the default. */
export async function activePrompts(sql: Sql | Tx, fieldType: FieldType): Promise<Prompt[]> {
  const rows = await sql<PromptRow[]>`
    select ${promptColumns(sql)} from ai_prompts where is_active and field_type = ${fieldType} order by id`
  return rows.map(toPrompt)
}
