/**
 * The client behind every simulated program: sends its name, arguments and input over the machine's socket,
 * each as `<bytes>\n<text>`, and prints the reply, `<status>\n<bytes of stdout>\n<stdout><stderr>`.
 */
import { existsSync } from 'node:fs'

// Perl starts 20 times as fast as Node, and every Debian has it; the source uses no Perl module.
const perl = '/usr/bin/perl'

const perl_source = `my ($socket, @request) = @ARGV;
my $server;
local $/;
push @request, <STDIN> // '';
# PF_UNIX and SOCK_STREAM are 1 on Linux, and an address is the family and the path.
(socket($server, 1, 1, 0) && connect($server, pack('S a108', 1, $socket)))
  or do { print STDERR "the simulated machine does not answer: $!\\n"; exit 69 };
select((select($server), $| = 1)[0]);
print $server map { length($_) . "\\n" . $_ } @request;
shutdown($server, 1);
my ($status, $length, $output) = split /\\n/, <$server>, 3;
print substr($output, 0, $length);
print STDERR substr($output, $length);
exit $status;
`

const node_source = `import { connect } from 'node:net'
const [, , socket, ...args] = process.argv
const input = []
for await (const chunk of process.stdin) input.push(chunk)
const chunks = []
const server = connect(socket)
server.on('data', (chunk) => chunks.push(chunk))
server.on('error', (error) => {
  process.stderr.write('the simulated machine does not answer: ' + error.message + '\\n')
  process.exitCode = 69
})
server.on('end', () => {
  const [, status, length] = /^(\\d+)\\n(\\d+)\\n/.exec(Buffer.concat(chunks).toString('latin1'))
  const text = Buffer.concat(chunks).subarray(status.length + length.length + 2)
  process.stdout.write(text.subarray(0, Number(length)))
  process.stderr.write(text.subarray(Number(length)))
  process.exitCode = Number(status)
})
for (const one of [...args.map((text) => Buffer.from(text)), Buffer.concat(input)]) {
  server.write(one.length + '\\n')
  server.write(one)
}
server.end()
`

/** The interpreter and the source of the client, and the name of its file. */
export const client =
  process.platform === 'linux' && existsSync(perl)
    ? { run_by: perl, source: perl_source, name: 'client.pl' }
    : { run_by: process.execPath, source: node_source, name: 'client.mjs' }
