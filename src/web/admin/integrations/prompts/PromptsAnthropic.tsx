import { Prompts } from './Prompts.tsx'

export default function PromptsAnthropic() {
  return <Prompts provider="anthropic" />
}
