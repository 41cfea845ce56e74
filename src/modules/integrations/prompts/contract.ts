import { type Static, Type } from '@sinclair/typebox'
import { ById, Id, Lines, listInput, listOf, Moment, Text } from '../../../kernel/field.ts'
import { command, query } from '../../../kernel/message.ts'

export const TextProvider = Type.Union([Type.Literal('openai'), Type.Literal('anthropic')], {
  message: 'Il fornitore deve essere openai o anthropic',
})
export type TextProvider = Static<typeof TextProvider>

/** `general` is for routes, `description` and `tourist` are for places, `translation` is for any text of the site. */
export const FieldType = Type.Union(
  [
    Type.Literal('general'),
    Type.Literal('description'),
    Type.Literal('tourist'),
    Type.Literal('translation'),
  ],
  { message: 'Il tipo deve essere general, description, tourist o translation' },
)
export type FieldType = Static<typeof FieldType>

export const PromptId = Type.Integer({ minimum: 1, maximum: 2_147_483_647, message: 'Prompt AI richiesto' })

const form = {
  name: Text(100, { isName: true, message: 'Inserisci il nome (al massimo 100 caratteri)' }),
  /** Text of the prompt, which may contain placeholders (placeholders.contract.ts). */
  prompt: Lines(8_000, { message: 'Inserisci il testo del prompt (al massimo 8000 caratteri)' }),
  provider: TextProvider,
  fieldType: Type.Union(FieldType.anyOf, { default: 'general', message: FieldType.message ?? '' }),
  isActive: Type.Boolean({ default: true }),
}
export const PromptForm = Type.Object(form)
export type PromptForm = Static<typeof PromptForm>

export const Prompt = Type.Object({
  ...form,
  id: Id,
  /** `promptText` and `category` repeat `prompt` and `fieldType` under the names that lists use. */
  promptText: Type.String(),
  category: FieldType,
  /** Italian warnings for staff; the prompt works anyway. */
  warnings: Type.Array(Type.String()),
  createdAt: Moment,
  updatedAt: Moment,
})
export type Prompt = Static<typeof Prompt>

export const ListPrompts = query(
  'GET /api/admin/ai-prompts',
  'redazione',
  Type.Object({
    ...listInput('name', 'fieldType', 'updatedAt'),
    provider: Type.Optional(TextProvider),
    fieldType: Type.Optional(FieldType),
    isActive: Type.Optional(Type.Boolean()),
  }),
  listOf(Prompt),
)
export const ReadPrompt = query('GET /api/admin/ai-prompts/:id', 'redazione', ById, Prompt)
export const CreatePrompt = command('POST /api/admin/ai-prompts', 'redazione', PromptForm, Prompt, {
  status: 201,
})
export const SavePrompt = command(
  'PUT /api/admin/ai-prompts/:id',
  'redazione',
  Type.Object({ ...form, id: Id, updatedAt: Moment }),
  Prompt,
)
export const DeletePrompt = command('DELETE /api/admin/ai-prompts/:id', 'redazione', ById, Type.Object({}), {
  status: 204,
})
