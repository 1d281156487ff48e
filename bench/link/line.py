"""A bad link between this network namespace and itself, as netem makes one, for kernels without sch_netem.

What is sent to FAR comes back to NEAR, from FAR: exchanging the two addresses of a packet keeps its
checksums. So the kernel's own TCP meets the delay, the rate and the losses. Each
direction has its own rate and queue.

line.py NEAR FAR ONE_WAY_MS LOSS_PERCENT BITS_PER_SECOND SEED prints "up" once it carries packets.
"""

import collections
import fcntl
import os
import random
import select
import struct
import subprocess
import sys
import time

near, far, one_way_ms, loss, rate, seed = sys.argv[1], sys.argv[2], *map(float, sys.argv[3:7])
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
# As in netem: what does not fit is lost.
limit = 1000

tun = os.open("/dev/net/tun", os.O_RDWR)
fcntl.ioctl(tun, TUNSETIFF, struct.pack("16sH", b"badlink", IFF_TUN | IFF_NO_PI))
subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
subprocess.run(["ip", "address", "add", near, "peer", far, "dev", "badlink"], check=True)
subprocess.run(["ip", "link", "set", "badlink", "up", "mtu", "1500"], check=True)
# Debian's default congestion control, whatever this machine has.
route = ["dev", "badlink", "src", near, "congctl", "cubic"]
subprocess.run(["ip", "route", "replace", far, *route], check=True)
print("up", flush=True)

chance = random.Random(seed)
queues = [collections.deque(), collections.deque()]
free_at = [0.0, 0.0]
while True:
    now = time.monotonic()
    for queue in queues:
        while queue and queue[0][0] <= now:
            os.write(tun, queue.popleft()[1])
    next_at = min((queue[0][0] for queue in queues if queue), default=now + 1)
    if not select.select([tun], [], [], max(0, next_at - now))[0]:
        continue
    packet = os.read(tun, 65536)
    if packet[0] >> 4 != 4:
        continue
    header = (packet[0] & 15) * 4
    # A server's port is below the range of a client's ports.
    down = struct.unpack_from("!H", packet, header)[0] < 32768
    if chance.random() * 100 < loss or len(queues[down]) >= limit:
        continue
    now = time.monotonic()
    free_at[down] = max(free_at[down], now) + len(packet) * 8 / rate
    exchanged = packet[:12] + packet[16:20] + packet[12:16] + packet[20:]
    queues[down].append((free_at[down] + one_way_ms / 1000, exchanged))
