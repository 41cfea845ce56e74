import { type Static, Type } from '@sinclair/typebox'
import { ById, Id, Lines, listInput, listOf, Moment, Text, titled } from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'

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
  name: titled('Nome', Text(100, { isName: true, message: 'Inserisci il nome (al massimo 100 caratteri)' })),
  /** Text of the prompt, which may contain placeholders (placeholders.contract.ts). */
  prompt: titled(
    'Testo del prompt',
    Lines(8_000, { message: 'Inserisci il testo del prompt (al massimo 8000 caratteri)' }),
  ),
  provider: titled('Fornitore', TextProvider),
  fieldType: titled(
    'Categoria',
    Type.Union(FieldType.anyOf, { default: 'general', message: FieldType.message ?? '' }),
  ),
  isActive: titled('Attivo', Type.Boolean({ default: true })),
}
export const PromptForm = Type.Object(form)
export type PromptForm = Static<typeof PromptForm>

export const Prompt = Type.Object({
  ...form,
  id: Id,
  /** `promptText` and `category` repeat `prompt` and `fieldType` under the names that lists use. */
  promptText: Type.String(),
  category: titled('Categoria', FieldType),
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
export const promptCreated = act('integrations:promptCreated', 'Prompt creato')

export const CreatePrompt = command('POST /api/admin/ai-prompts', 'redazione', PromptForm, Prompt, {
  acts: [promptCreated],
  status: 201,
})
export const promptChanged = act('integrations:promptChanged', 'Prompt modificato')

export const SavePrompt = command(
  'PUT /api/admin/ai-prompts/:id',
  'redazione',
  Type.Object({ ...form, id: Id, updatedAt: Moment }),
  Prompt,
  { acts: [promptChanged] },
)
export const promptDeleted = act('integrations:promptDeleted', 'Prompt eliminato')

export const DeletePrompt = command('DELETE /api/admin/ai-prompts/:id', 'redazione', ById, Type.Object({}), {
  acts: [promptDeleted],
  status: 204,
})
