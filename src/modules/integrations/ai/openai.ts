import OpenAI from 'openai'
import type { Response } from 'openai/resources/responses/responses'
import { brokenOff, incomplete, refusal, TextFailure } from './failure.ts'
import { type Answer, clientOptions, type Listener, maxTokens, type Question } from './question.ts'

/** Streams a response of the Responses API. `store` is false, so that OpenAI keeps no copy. */
export async function askOpenAi(
  { baseUrl, apiKey, model, instructions, prompt, signal }: Question,
  listener: Listener,
): Promise<Answer> {
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl,
    organization: null,
    project: null,
    ...clientOptions,
  })
  const { data: events, request_id: requestId } = await client.responses
    .create(
      {
        model,
        instructions,
        input: prompt,
        max_output_tokens: maxTokens,
        reasoning: { effort: 'low' },
        store: false,
        stream: true,
      },
      { signal },
    )
    .withResponse()
  let text = ''
  let response: Response | null = null
  for await (const event of events) {
    if (event.type === 'response.output_text.delta') {
      text += event.delta
      if (!(await listener.wrote(text))) return null
    }
    if (event.type === 'response.refusal.done') throw refusal('OpenAI')
    if (
      event.type === 'response.completed' ||
      event.type === 'response.incomplete' ||
      event.type === 'response.failed'
    )
      response = event.response
  }
  // Without this check, a stream cut off between two events would look complete.
  if (!response) throw brokenOff('OpenAI')
  if (response.usage) listener.counted(response.usage.input_tokens, response.usage.output_tokens)
  if (response.status === 'incomplete') {
    if (response.incomplete_details?.reason === 'content_filter') throw refusal('OpenAI')
    throw incomplete()
  }
  if (response.status !== 'completed')
    throw new TextFailure('OpenAI non ha completato la risposta.', { again: true })
  return { text, model: response.model, requestId }
}
