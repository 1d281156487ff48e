"""A real RTSP server (GStreamer's, of Debian's packages) with digest sign-in, for tests: reads its wishes as JSON from its
first argument, prints its port, and ends when its standard input does."""
import json
import sys
import threading

import gi

gi.require_version('Gst', '1.0')
gi.require_version('GstRtsp', '1.0')
gi.require_version('GstRtspServer', '1.0')
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402

wish = json.loads(sys.argv[1])
Gst.init(None)

# A plain moving picture: it costs next to nothing to encode, and a test can see that it goes on.
source = f"videotestsrc is-live=true pattern=ball ! video/x-raw,width={wish['width']},height={wish['height']},framerate={wish['fps']}/1,format=I420"
encoders = {
    'H264': f"x264enc tune=zerolatency speed-preset=ultrafast threads=1 key-int-max={wish['fps']} ! h264parse ! rtph264pay name=pay0 pt=96 config-interval=1",
    'H265': f"x265enc tune=zerolatency speed-preset=ultrafast key-int-max={wish['fps']} option-string=pools=1:frame-threads=1:log-level=none ! h265parse ! rtph265pay name=pay0 pt=96 config-interval=1",
}

server = GstRtspServer.RTSPServer()
server.set_address('127.0.0.1')
server.set_service(str(wish['port']))

auth = GstRtspServer.RTSPAuth()
auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
token = GstRtspServer.RTSPToken()
token.set_string('media.factory.role', 'viewer')
auth.add_digest(wish['username'], wish['password'], token)
server.set_auth(auth)

for path, encoding in wish['paths'].items():
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(f'( {source} ! {encoders[encoding]} )')
    factory.set_shared(True)
    if wish['transport'] == 'udp':
        factory.set_protocols(GstRtsp.RTSPLowerTrans.UDP)
    # Whoever has signed in may look and play; nobody else may even look.
    permissions = GstRtspServer.RTSPPermissions()
    permissions.add_permission_for_role('viewer', 'media.factory.access', True)
    permissions.add_permission_for_role('viewer', 'media.factory.construct', True)
    factory.set_permissions(permissions)
    server.get_mount_points().add_factory(path, factory)

server.attach(None)
loop = GLib.MainLoop()


def end_with_input():
    sys.stdin.read()
    GLib.idle_add(loop.quit)


threading.Thread(target=end_with_input, daemon=True).start()
print(server.get_bound_port(), flush=True)
loop.run()
