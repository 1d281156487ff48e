"""Prints events as lines of JSON, oldest first: python3 read_events.py URL USER [CA_FILE], password in PASSWORD"""
import http.cookiejar, json, os, ssl, sys, urllib.request

url, user = sys.argv[1].rstrip("/"), sys.argv[2]
context = ssl.create_default_context(cafile=sys.argv[3]) if len(sys.argv) > 3 else None
# The cookie belongs to the token: over HTTPS the device asks for both.
opener = urllib.request.build_opener(
    urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()),
    *([urllib.request.HTTPSHandler(context=context)] if context else []))
token = ""


class Refused(Exception):
    pass


def post(path, body):
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    request = urllib.request.Request(url + path, json.dumps(body).encode(), headers)
    with opener.open(request, timeout=30) as response:
        return json.load(response)


def sign_in():
    global token
    token = ""
    answer = post("/api/user/login", {"username": user, "password": os.environ["PASSWORD"]})
    if answer["code"] != 0:
        raise Refused(f"{answer['code']} {answer['message']} {answer.get('data')}")
    token = answer["data"]["token"]


def call(path, body):
    answer = post(path, body)
    if answer["code"] == 4000:  # the session has ended
        sign_in()
        answer = post(path, body)
    if answer["code"] != 0:
        raise Refused(f"{answer['code']} {answer['message']} {answer.get('data')}")
    return answer["data"]


sign_in()
cursor, printed = "last", set()  # the oldest page; `previous` leads to newer ones
while cursor:
    page = call("/api/parking/parking_event", {"page": 1, "page_size": 100, "cursor": cursor})
    for event in reversed(page["list"]):
        if event["uuid"] not in printed:  # the newest page is always full: it repeats some of the one before
            print(json.dumps(event, ensure_ascii=False))
    cursor, printed = page.get("previous"), {event["uuid"] for event in page["list"]}
call("/api/user/logout", {})
