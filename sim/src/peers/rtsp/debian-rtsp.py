"""GStreamer's RTSP server with digest sign-in, for tests: reads its settings as JSON from the first argument, prints its
port, and exits at the end of its standard input."""
import json
import sys
import threading

import gi

gi.require_version('Gst', '1.0')
gi.require_version('GstRtsp', '1.0')
gi.require_version('GstRtspServer', '1.0')
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402

settings = json.loads(sys.argv[1])
Gst.init(None)

# A simple moving picture, which is cheap to encode and visibly moves.
source = f"videotestsrc is-live=true pattern=ball ! video/x-raw,width={settings['width']},height={settings['height']},framerate={settings['fps']}/1,format=I420"
if 'picture' in settings:
    source = f"appsrc name=pictures is-live=true do-timestamp=true format=time caps=image/jpeg,framerate={settings['fps']}/1 ! jpegdec ! videoconvert ! videobalance name=light ! videoscale ! video/x-raw,width={settings['width']},height={settings['height']},format=I420"
encoders = {
    'H264': f"x264enc tune=zerolatency speed-preset=ultrafast threads=1 key-int-max={settings['fps']} ! h264parse ! rtph264pay name=pay0 pt=96 config-interval=1",
    # Its payloader repeats the parameter sets before each slice.
    'H264-slices': f"x264enc tune=zerolatency speed-preset=ultrafast threads=1 option-string=slices=2 key-int-max={settings['fps']} ! h264parse ! rtph264pay name=pay0 pt=96 config-interval=-1",
    'H265': f"x265enc tune=zerolatency speed-preset=ultrafast key-int-max={settings['fps']} option-string=pools=1:frame-threads=1:log-level=none ! h265parse ! rtph265pay name=pay0 pt=96 config-interval=1",
}

server = GstRtspServer.RTSPServer()
server.set_address('127.0.0.1')
server.set_service(str(settings['port']))

auth = GstRtspServer.RTSPAuth()
auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
token = GstRtspServer.RTSPToken()
token.set_string('media.factory.role', 'viewer')
auth.add_digest(settings['username'], settings['password'], token)
server.set_auth(auth)

def show_pictures(_, media):
    pictures = media.get_element().get_by_name('pictures')
    light = media.get_element().get_by_name('light')
    shown = 0

    def push():
        nonlocal shown
        # As on a real street, no two pictures are the same.
        shown += 1
        light.set_property('brightness', 0.004 * (shown % 5))
        with open(settings['picture'], 'rb') as file:
            flow = pictures.emit('push-buffer', Gst.Buffer.new_wrapped(file.read()))
        return flow == Gst.FlowReturn.OK

    push()
    GLib.timeout_add(1000 // settings['fps'], push)


for path, encoding in settings['paths'].items():
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(f'( {source} ! {encoders[encoding]} )')
    factory.set_shared(True)
    if 'picture' in settings:
        factory.connect('media-configure', show_pictures)
    if settings['transport'] == 'udp':
        factory.set_protocols(GstRtsp.RTSPLowerTrans.UDP)
    # Only a signed-in client may describe and play.
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
