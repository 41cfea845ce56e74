import { Prompts } from './Prompts.tsx'

export default function PromptsOpenai() {
  return <Prompts provider="openai" />
}
