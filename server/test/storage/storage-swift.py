"""OpenStack Swift on loopback, for tests: its own proxy, account, container and object servers out of Debian's packages, in one process.

Takes a folder, the path of memcached, and the user's accounts as JSON; says {"port": N} on standard output, and ends when its standard input does.
"""
import eventlet
eventlet.monkey_patch()

import json, os, subprocess, sys
from eventlet import wsgi
from paste.deploy import loadapp

folder, memcached, domain = sys.argv[1:4]
users = json.loads(sys.argv[4])
os.environ['SWIFT_TEST_CONFIG_FILE'] = ''
os.makedirs(f'{folder}/devices/d1', exist_ok=True)
with open(f'{folder}/swift.conf', 'w') as file:
    file.write('[swift-hash]\nswift_hash_path_suffix = test\nswift_hash_path_prefix = test\n[storage-policy:0]\nname = one\ndefault = yes\n')

import swift.common.utils as utils
utils.SWIFT_CONF_FILE = f'{folder}/swift.conf'
utils.HASH_PATH_SUFFIX, utils.HASH_PATH_PREFIX = b'test', b'test'
import swift.common.storage_policy as policies
policies.SWIFT_CONF_FILE = utils.SWIFT_CONF_FILE
policies.reload_storage_policies()
from swift.common.ring import RingBuilder

listeners = {name: eventlet.listen(('127.0.0.1', 0)) for name in ('account', 'container', 'object', 'proxy')}
port_of = lambda name: listeners[name].getsockname()[1]
for name in ('account', 'container', 'object'):
    ring = RingBuilder(3, 1, 1)
    ring.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port_of(name), 'device': 'd1', 'weight': 1})
    ring.rebalance()
    ring.get_ring().save(f'{folder}/{name}.ring.gz')

os.environ['MEMCACHED_PORT_FILENAME'] = f'{folder}/memcached.port'
cache = subprocess.Popen([memcached, '-l', '127.0.0.1', '-p', '-1', '-U', '0', '-m', '8', '-u', 'root'], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
while not os.path.exists(f'{folder}/memcached.port') or not os.path.getsize(f'{folder}/memcached.port'):
    eventlet.sleep(0.01)
cache_port = open(f'{folder}/memcached.port').read().split(':')[-1].strip()

common = f'swift_dir = {folder}\ndevices = {folder}/devices\nmount_check = false\nlog_facility = LOG_LOCAL0\nlog_address = /nowhere\nlog_level = ERROR\n'
for name in ('account', 'container', 'object'):
    with open(f'{folder}/{name}.conf', 'w') as file:
        file.write(f'[DEFAULT]\n{common}[pipeline:main]\npipeline = server\n[app:server]\nuse = egg:swift#{name}\n')
with open(f'{folder}/proxy.conf', 'w') as file:
    file.write(f'[DEFAULT]\n{common}[pipeline:main]\npipeline = catch_errors gatekeeper cache listing_formats s3api tempauth bulk slo dlo proxy-server\n')
    for name in ('catch_errors', 'gatekeeper', 'listing_formats', 'bulk', 'slo', 'dlo'):
        file.write(f'[filter:{name}]\nuse = egg:swift#{name}\n')
    file.write(f'[filter:cache]\nuse = egg:swift#memcache\nmemcache_servers = 127.0.0.1:{cache_port}\n')
    file.write(f'[filter:s3api]\nuse = egg:swift#s3api\nstorage_domain = {domain}\nlocation = us-east-1\ns3_acl = no\n')
    file.write('[filter:tempauth]\nuse = egg:swift#tempauth\n' + ''.join(f'user_{name} = {rest}\n' for name, rest in users.items()))
    file.write('[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n')

class Silent:  # drops the messages about requests that are not HTTP
    def write(self, _):
        pass

servers = [eventlet.spawn(wsgi.server, listeners[name], loadapp(f'config:{folder}/{name}.conf', global_conf={'log_name': name}), log=Silent(), debug=False) for name in listeners]
print(json.dumps({'port': port_of('proxy')}), flush=True)
try:
    while eventlet.tpool.execute(os.read, 0, 1024):
        pass
finally:
    cache.terminate()
    os._exit(0)
