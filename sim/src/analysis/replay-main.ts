/** The `replay` program: reads lines of JSON and answers each with a line (docs/analysis-socket.md). */
import { createInterface } from 'node:readline'
import { answerReplay } from './recording.ts'

const answer = answerReplay()
for await (const line of createInterface({ input: process.stdin })) {
  let reply: object
  try {
    reply = answer(JSON.parse(line))
  } catch (error) {
    reply = { failed: error instanceof Error ? error.message : String(error) }
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`)
}
