import Anthropic from '@anthropic-ai/sdk'
import { brokenOff, incomplete, refusal } from './failure.ts'
import { type Answer, clientOptions, type Listener, maxTokens, type Question } from './question.ts'

export async function askAnthropic(
  { baseUrl, apiKey, model, instructions, prompt, signal }: Question,
  listener: Listener,
): Promise<Answer> {
  const client = new Anthropic({
    apiKey,
    // Null keeps the SDK from looking for a token in the environment and on disk.
    authToken: null,
    baseURL: baseUrl,
    ...clientOptions,
  })
  const { data: events, request_id: requestId } = await client.messages
    .create(
      {
        model,
        max_tokens: maxTokens,
        system: instructions,
        messages: [{ role: 'user', content: prompt }],
        stream: true,
      },
      { signal },
    )
    .withResponse()
  let text = ''
  let asked = 0
  let answeredBy = model
  let reason: string | null = null
  let isOver = false
  for await (const event of events) {
    if (event.type === 'message_start') {
      answeredBy = event.message.model
      asked = event.message.usage.input_tokens
    }
    if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') {
      text += event.delta.text
      if (!(await listener.wrote(text))) return null
    }
    if (event.type === 'message_delta') {
      reason = event.delta.stop_reason
      listener.counted(asked, event.usage.output_tokens)
    }
    if (event.type === 'message_stop') isOver = true
  }
  // Without this check, a stream cut off between two events would look complete.
  if (!isOver) throw brokenOff('Anthropic')
  if (reason === 'refusal') throw refusal('Anthropic')
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') throw incomplete()
  return { text, model: answeredBy, requestId: requestId ?? null }
}
