import { type Static, Type } from '@sinclair/typebox'
import { ById, Id, listInput, listOf, Maybe, Moment, Nullable, titled } from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'

// API keys of external services. Responses contain only their masks, except for the key of IndexNow, which is public.

export const ServiceName = Type.Union(
  [
    Type.Literal('maps-places'),
    Type.Literal('maps-embed'),
    Type.Literal('indexnow'),
    Type.Literal('openai'),
    Type.Literal('anthropic'),
  ],
  { message: 'Il nome deve essere maps-places, maps-embed, indexnow, openai o anthropic' },
)
export type ServiceName = Static<typeof ServiceName>

export const serviceTitles: Record<ServiceName, string> = {
  'maps-places': 'Google Maps e Places',
  'maps-embed': 'Google Maps nelle pagine',
  indexnow: 'IndexNow',
  openai: 'OpenAI (ChatGPT)',
  anthropic: 'Anthropic (Claude)',
}

const form = {
  name: titled('Nome', ServiceName),
  /** If omitted, empty or equal to the mask, the stored key stays. */
  apiKey: titled('API Key', Maybe(500), { isSecret: true }),
  description: titled('Descrizione', Type.String({ maxLength: 300, default: '' })),
  isActive: titled('Attiva', Type.Boolean({ default: true })),
}

export const ApiConfiguration = Type.Object({
  id: Id,
  name: Type.String(),
  /** Masked key such as `••••1234`; null without a key. */
  apiKey: Nullable(Type.String()),
  description: Type.String(),
  isActive: Type.Boolean(),
  createdAt: Moment,
  updatedAt: Moment,
})
export type ApiConfiguration = Static<typeof ApiConfiguration>

export const ListApiConfigurations = query(
  'GET /api/admin/api-configurations',
  'admin',
  Type.Object(listInput('name', 'createdAt')),
  listOf(ApiConfiguration),
  { tables: ['api_configurations'] },
)
export const ReadApiConfiguration = query(
  'GET /api/admin/api-configurations/:id',
  'admin',
  ById,
  ApiConfiguration,
  { tables: ['api_configurations'] },
)
export const apiKeyCreated = act('integrations:apiKeyCreated', 'Chiave esterna aggiunta')

export const CreateApiConfiguration = command(
  'POST /api/admin/api-configurations',
  'superAdmin',
  Type.Object(form),
  ApiConfiguration,
  { acts: [apiKeyCreated], status: 201 },
)
export const apiKeyChanged = act('integrations:apiKeyChanged', 'Chiave esterna modificata')

export const SaveApiConfiguration = command(
  'PUT /api/admin/api-configurations/:id',
  'superAdmin',
  Type.Object({ ...form, id: Id, updatedAt: Moment }),
  ApiConfiguration,
  { acts: [apiKeyChanged] },
)
export const apiKeyDeleted = act('integrations:apiKeyDeleted', 'Chiave esterna eliminata')

export const DeleteApiConfiguration = command(
  'DELETE /api/admin/api-configurations/:id',
  'superAdmin',
  ById,
  Type.Object({}),
  { acts: [apiKeyDeleted], status: 204 },
)
