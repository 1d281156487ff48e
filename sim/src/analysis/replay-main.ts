/** The `replay` program: reads lines of JSON and answers each with a line (docs/analysis-socket.md). */
import { createInterface } from 'node:readline'
import { answerReplay } from './recording.ts'

const answer = answerReplay()
for await (const line of createInterface({ input: process.stdin })) {
  let said: object
  try {
    said = answer(JSON.parse(line))
  } catch (error) {
    said = { failed: error instanceof Error ? error.message : String(error) }
  }
  process.stdout.write(`${JSON.stringify(said)}\n`)
}
