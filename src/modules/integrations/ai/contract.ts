import { Type } from '@sinclair/typebox'
import { Id, Maybe, Text, titled } from '../../../kernel/field.ts'
import { command, event } from '../../../kernel/message.ts'
import { FieldType, PromptId } from '../prompts/contract.ts'

// Every call in this file starts a job. The `result.text` of the job is the finished text.

const promptId = PromptId
const locationName = Text(200, { message: 'Nome località richiesto' })
const asked = Type.Object({ jobId: Id })
const options = {
  status: 202,
  refusesUnknownKeys: true,
  limit: { bucket: 'ai texts', max: 30, seconds: 3600 },
  summary: 'Starts a job that asks the provider of the prompt for a text',
} as const

export const GenerateText = command(
  'POST /api/admin/generate-ai-content',
  'redazione',
  Type.Object({
    locationName: titled('Località', locationName),
    fieldType: titled(
      'Categoria',
      Type.Union(FieldType.anyOf, { default: 'description', message: FieldType.message ?? '' }),
    ),
    /** Id of the prompt; by default the first active prompt for this kind of text. */
    promptId: titled('Prompt', Type.Optional(promptId)),
  }),
  asked,
  options,
)

export const GenerateLocationText = command(
  'POST /api/admin/generate-location-ai-content',
  'redazione',
  Type.Object({ locationName: titled('Località', locationName), promptId: titled('Prompt', promptId) }),
  asked,
  options,
)

export const GenerateRouteText = command(
  'POST /api/admin/generate-route-ai-content',
  'redazione',
  Type.Object({
    departureLocation: titled('Partenza', Text(200, { message: 'Località di partenza richiesta' })),
    destinationLocation: titled('Destinazione', Text(200, { message: 'Località di destinazione richiesta' })),
    promptId: titled('Prompt', promptId),
    /** The server accepts `routeName` and `fieldType` but ignores them: only the prompt decides the content. */
    routeName: Maybe(400),
    fieldType: titled('Categoria', Maybe(40)),
  }),
  asked,
  options,
)

export const textRequested = event('integrations:textRequested', Type.Object({ jobId: Id }), {
  formerTypes: ['content:textRequested'],
})
