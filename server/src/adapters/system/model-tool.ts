/** Runs the model tool of the analysis program (analysis/src/user-model/model-tool.ts). */
import type { ChildProcess } from 'node:child_process'
import { model_refusals } from '@parking/contract'
import type { ModelLook, ModelsPort, ModelVerdict } from '#src/ports/models-port.ts'
import { lineClientOf, endGroup, isInstalled, max_line, startTool, type ToolArgv } from './tool-process.ts'

export type ModelToolOptions = {
  argv: ToolArgv
  check_ms?: number
  /** The time limit of one picture, including the loading of the model. */
  look_ms?: number
  max_mb?: number
}

export function modelTool(options: ModelToolOptions): ModelsPort {
  const { argv, check_ms = 120_000, look_ms = 60_000, max_mb = 800 } = options
  return {
    available: () => isInstalled(argv),
    check: (folder) =>
      argv ? check(startTool(argv, 'check', folder), check_ms) : Promise.resolve(refusedFor('no_tool', '')),
    look(folder, config) {
      const client = lineClientOf(startTool(argv!, 'look', folder ?? 'shipped'), {
        what: 'a look',
        max_ms: look_ms,
        max_mb,
      })
      client.tell(config)
      return {
        async ask({ camera_sn, time, jpeg }) {
          const line = { camera_sn, time, jpeg: Buffer.from(jpeg).toString('base64') }
          return (await client.ask(line)) as ModelLook
        },
        close: () => client.close(),
      }
    },
  }
}

const refusedFor = (reason: (typeof model_refusals)[number], said: string): ModelVerdict => ({
  ok: false,
  reason,
  said,
})

/** The tool limits the model itself; this limits the tool. */
function check(child: ChildProcess, check_ms: number): Promise<ModelVerdict> {
  return new Promise((resolve) => {
    let text = ''
    const deadline = setTimeout(() => {
      endGroup(child)
      resolve(refusedFor('time', `the check took more than ${check_ms / 1000} s`))
    }, check_ms)
    child.stdin?.end()
    child.stdout?.on('data', (part: Buffer) => {
      text += part.toString()
      if (text.length > max_line) endGroup(child)
    })
    child.once('error', (error) => resolve(refusedFor('no_tool', error.message)))
    child.once('close', (status) => {
      clearTimeout(deadline)
      endGroup(child)
      resolve(verdictOf(text) ?? refusedFor('crash', `the check ended with status ${status ?? ''}`))
    })
  })
}

function verdictOf(text: string): ModelVerdict | undefined {
  try {
    const found = JSON.parse(text) as ModelVerdict
    if (found.ok) return found
    return model_refusals.includes(found.reason) ? found : undefined
  } catch {
    return undefined
  }
}
