"""A platform that takes the events of devices: APP_SECRET=... python3 platform.py PORT DATABASE"""
import base64, hashlib, hmac, json, os, secrets, sqlite3, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

key = os.environ.get("APP_SECRET", "").encode()
tokens, names, lock = {}, {}, threading.Lock()
db = sqlite3.connect(sys.argv[2], check_same_thread=False)
db.execute("PRAGMA journal_mode = WAL")
db.execute("""CREATE TABLE IF NOT EXISTS event (uuid TEXT, correction INTEGER, plate_number TEXT, void INTEGER,
  body TEXT, PRIMARY KEY (uuid, correction))""")


class Refused(Exception):
    pass


def auth(body):
    signed = f"{body['operator_no']}\n{body['device_sn']}\n{body['timestamp']}\n{body['nonce']}"
    sign = hmac.new(key, signed.encode(), hashlib.sha256).hexdigest()
    if not hmac.compare_digest(sign, str(body["sign"])):
        raise Refused(4001, "the signature is wrong")
    if abs(body["timestamp"] / 1000 - time.time()) > 300:
        raise Refused(4001, "the clock is more than five minutes off")
    token = secrets.token_urlsafe(24)
    tokens[token] = time.time() + 3600
    return {"token": token, "expires_in": 3600}


def init(body):
    name, device = body["name"], body["device_sn"]
    if name and names.get(name, device) != device:
        raise Refused(5000, f"{names[name]} has this name")
    if not body.get("test"):
        for old in [one for one, owner in names.items() if owner == device]:
            del names[old]
        names[name] = device
    return {}


def heartbeat(body):
    return {"timestamp": int(time.time() * 1000)}


def event(body):
    for picture in body["pictures"]:
        if "content" in picture:
            picture_bytes = base64.b64decode(picture.pop("content"))
            if hashlib.sha256(picture_bytes).hexdigest() != picture["sha256"]:
                raise Refused(1000, "a picture is damaged")  # store picture_bytes here
    verdict = body.get("check", {}).get("verdict")
    void = verdict in ("discarded", "occupied" if body["event_type"] == 3 else "vacant")
    if not body.get("test"):  # the primary key drops what came before
        db.execute("INSERT OR IGNORE INTO event VALUES (?, ?, ?, ?, ?)",
                   (body["uuid"], body["correction"], body["plate_number"], void, json.dumps(body)))
        db.commit()
    return {}


steps = {"/v1/auth": auth, "/v1/device/init": init, "/v1/device/heartbeat": heartbeat,
         "/v1/events": event, "/v1/timer_events": event, "/v1/lot_states": lambda body: {}}


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers["content-length"])
        text = self.rfile.read(length)
        if len(text) < length:  # the body broke off: nothing is taken
            return
        try:
            if self.path != "/v1/auth" and not self.signed_in():
                return self.say(4000, "sign in first", {}, 401)
            with lock:
                self.say(0, "ok", steps[self.path](json.loads(text)))
        except Refused as refused:
            self.say(*refused.args, {})
        except sqlite3.Error as error:
            self.say(6000, str(error), {})
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            self.say(1000, f"not understood: {error!r}", {})

    def do_GET(self):  # what is stored, for the kit
        if not self.signed_in():
            return self.say(4000, "sign in first", {}, 401)
        with lock:
            rows = db.execute("SELECT uuid, correction, plate_number, void FROM event").fetchall()
        names = ("uuid", "correction", "plate_number", "void")
        self.say(0, "ok", {"list": [dict(zip(names, (*row[:3], bool(row[3])))) for row in rows]})

    def signed_in(self):
        return tokens.get(self.headers.get("authorization", "").removeprefix("Bearer "), 0) > time.time()

    def say(self, code, message, data, status=200):
        answer = json.dumps({"code": code, "message": message, "data": data}).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *words):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
