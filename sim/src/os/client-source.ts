/**
 * The program behind every twin, written beside the machine's socket: it hands over its name, its arguments
 * and its input, each as `<bytes>\n<text>`, and gets `<status>\n<bytes of stdout>\n<stdout><stderr>`. In Perl
 * where there is Perl (every Debian), without any module of it: it starts in a twentieth of the time of Node,
 * and a test asks hundreds of times.
 */
import { existsSync } from 'node:fs'

const perl = '/usr/bin/perl'

const perl_source = `my ($socket, @asked) = @ARGV;
my $there;
local $/;
push @asked, <STDIN> // '';
# PF_UNIX and SOCK_STREAM are 1 on Linux, and an address is the family and the path.
(socket($there, 1, 1, 0) && connect($there, pack('S a108', 1, $socket))) or do { print STDERR "the simulated machine is not there: $!\\n"; exit 69 };
select((select($there), $| = 1)[0]);
print $there map { length($_) . "\\n" . $_ } @asked;
shutdown($there, 1);
my ($status, $length, $said) = split /\\n/, <$there>, 3;
print substr($said, 0, $length);
print STDERR substr($said, $length);
exit $status;
`

const node_source = `import { connect } from 'node:net'
const [, , socket, ...asked] = process.argv
const input = []
for await (const chunk of process.stdin) input.push(chunk)
const said = []
const there = connect(socket)
there.on('data', (chunk) => said.push(chunk))
there.on('error', (error) => { process.stderr.write('the simulated machine is not there: ' + error.message + '\\n'); process.exitCode = 69 })
there.on('end', () => {
  const [, status, length] = /^(\\d+)\\n(\\d+)\\n/.exec(Buffer.concat(said).toString('latin1'))
  const text = Buffer.concat(said).subarray(status.length + length.length + 2)
  process.stdout.write(text.subarray(0, Number(length)))
  process.stderr.write(text.subarray(Number(length)))
  process.exitCode = Number(status)
})
for (const one of [...asked.map((text) => Buffer.from(text)), Buffer.concat(input)]) {
  there.write(one.length + '\\n')
  there.write(one)
}
there.end()
`

/** What runs a twin's client, the client's source, and the name of its file. */
export const client =
  process.platform === 'linux' && existsSync(perl)
    ? { run_by: perl, source: perl_source, name: 'client.pl' }
    : { run_by: process.execPath, source: node_source, name: 'client.mjs' }
