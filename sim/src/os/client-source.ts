/** The program behind every twin, written beside the machine's socket: it hands over its arguments and its input, and prints what comes back. Plain JavaScript, so that no build stands in its way. */
export const client_source = `import { connect } from 'node:net'
const [, , socket, program, ...args] = process.argv
let input = ''
process.stdin.setEncoding('utf8')
for await (const chunk of process.stdin) input += chunk
let text = ''
const connection = connect(socket)
connection.setEncoding('utf8')
connection.on('data', (chunk) => { text += chunk })
connection.on('error', (error) => { process.stderr.write('the simulated machine is not there: ' + error.message + '\\n'); process.exitCode = 69 })
connection.on('end', () => {
  const { status = 0, stdout = '', stderr = '' } = JSON.parse(text)
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  process.exitCode = status
})
connection.end(JSON.stringify({ program, args, input }))
`
