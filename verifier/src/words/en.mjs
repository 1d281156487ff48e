/**
 * The words of the verifier in English. `{at}` is a time, `{by_ms}` a span. Long because each finding has its
 * sentence.
 */
export const en = {
  title: 'Parking evidence: verification',
  verdict: {
    confirmed: 'Genuine: nothing was changed, and the device is the one that you know.',
    unconfirmed:
      'Nothing was changed since it was signed. Whose key it is was not compared: see the fingerprint.',
    doubtful: 'Nothing was changed since it was signed, but there are doubts.',
    wrong: 'Not genuine: the file does not say what the device signed, or not what it signed before.',
    refused:
      'Not read: the file does not have the form that a device writes, so it cannot be called genuine. ' +
      'It is another file, or was packed again or changed. Ask for the original.',
  },
  level: { wrong: 'Wrong', doubt: 'Doubt', note: 'Note' },
  about: {
    device: 'Device',
    key: 'Fingerprint of its key (SHA-256)',
    key_known: 'It is the known key, or linked to it.',
    compare: 'Compare it with the record of the platform, or with the page of the certificate on the device.',
    made: 'Made',
    made_by: 'Made by',
    events: 'Events',
    read: 'Read',
    read_says: '{files} files, {leaves} entries of the evidence log in {days} days from {from} on',
  },
  event_types: {
    0: 'initial entry',
    1: 'entry',
    2: 'update',
    3: 'exit',
    4: 'smart timer picture',
    5: 'timer picture',
    6: 'timed report',
    7: 'check: vacant',
    8: 'check: occupied',
    9: 'scheduled entry',
    10: 'scheduled exit',
  },
  statuses: {
    0: 'pending',
    1: 'delayed',
    2: 'sent',
    3: 'discarded',
    4: 'send failed',
    5: 'validation failed',
    6: 'awaiting upload',
    7: 'awaiting processing',
    8: 'skipped',
    9: 'manually discarded',
    gone: 'deleted',
  },
  standing: { observed: 'observed', typed: 'typed', withdrawn: 'withdrawn' },
  reasons: { '': 'not given', undone: 'the typing was taken back' },
  no_plate: 'no plate',
  plate_corrected: '{plate} (corrected by a user, read as {read})',
  typed_withdrawn: 'typed, withdrawn',
  device_itself: 'the device itself',
  statement: {
    title: 'Daily statement',
    says: 'number {number}, for {day}',
    made: 'Made',
    root: 'Root of the evidence log',
    events: 'Events',
    events_say: '{total}; {changes} changes of earlier days',
  },
  findings: 'What was found',
  none: 'Every hash, signature and time agrees.',
  more: 'and {count} more',
  rules: { params: 'parameters', plan: 'time plan', lots: 'lots' },
  why: { privacy: 'privacy', media_gone: 'no longer kept', missing: 'missing', damaged: 'damaged' },
  codes: {
    zip_none: 'The file is no ZIP archive.',
    zip_structure: 'The archive is damaged, cut, packed again, or holds bytes that belong to no file.',
    zip_name: 'The archive holds a name that a dossier never has: {name}',
    zip_duplicate: 'The archive holds two files with one name, or a file that is also a folder: {name}',
    zip_overlap:
      'Files of the archive overlap, stand in another order than its list, or bytes lie between them: {name}',
    zip_headers: 'The two headers of a file contradict each other: {name}',
    zip_encrypted: 'A file of the archive is encrypted: {name}',
    zip_method:
      'A file of the archive is compressed. Verify the file that the device wrote, not a copy of it: {name}',
    zip_special: 'A file of the archive has the attributes of a link, a folder or another system: {name}',
    zip_extra: 'A field or comment of a file could give it another name or content: {name}',
    zip_large: 'The archive or one of its texts is too large, or it holds too many files.',
    zip_content: 'A file of the archive is damaged: its checksum is wrong: {name}',
    zip_other_form:
      'The archive is also one of another kind (TAR or a disk image), from which other files are unpacked.',
    no_dossier: 'The archive is no dossier: dossier.json is missing.',
    unreadable: 'The file could not be read: {name}',
    key_wrong: 'The public key {key_id} does not have this fingerprint, or is no Ed25519 key.',
    key_statement: 'The statement that key {key_id} follows key {before} is not signed by that key.',
    key_unlinked: 'No statement leads from key {key_id} to the key that signed the dossier.',
    dossier_signature: 'The list of files (dossier.json) is not signed by the key of the device.',
    foreign_device:
      'Another device: key {key_id} signed, and no statement links it with the keys that you know.',
    foreign_head: 'The head of {at} is not signed by a key of this dossier ({key_id}): another device.',
    key_unknown:
      'Key {key_id} signed. It is not the one that you know, and nothing here links the two: another ' +
      'device, or this one before a change of its key. Add its key history (page of the certificate).',
    key_first:
      'The same device: key {key_id} is its first one, in use until {until}; ' +
      'statements lead from it to the key that you know.',
    key_former:
      'The same device: key {key_id} is the one of {after} until {until}; ' +
      'statements lead from it to the key that you know.',
    key_newer:
      'The same device: since {after} it signs with key {key_id}, which follows the key that you know.',
    key_late: 'It says that it was made at {at}, but its key was replaced at {until} and should be gone.',
    other_serial: 'Signed entries name another serial number: {other} instead of {own}.',
    file_changed: 'A file was changed: {name}',
    file_swapped: 'A file was exchanged for one of event {owner}: {name}',
    file_missing: 'A file is missing: {name}',
    file_unlisted: 'A file was added that the device did not list: {name}',
    file_moved: 'A file stands at another place of the archive than the device put it: {name}',
    file_absent: 'The device did not have a file any more ({why}): {name}',
    log_broken: 'The part of the evidence log is incomplete: signed days or the head are missing.',
    day_signature: 'The signature of a day of the evidence log is wrong: {day}',
    head_signature: 'The signature of the head of the evidence log is wrong.',
    day_root: 'The hashes of a day do not give its signed root: {day}. Entries were changed or taken out.',
    day_link: 'Two days of the evidence log do not follow each other: {before} and {day}.',
    leaf_changed: 'Entry {seq} of the evidence log was changed or does not belong to it. {uuid}',
    leaf_missing: 'Entry {seq} of the evidence log is missing. {uuid}',
    leaf_malformed: 'Entry {seq} of the evidence log is not as the device writes it.',
    log_lost: 'The evidence log was lost and begun again; what was before is not covered ({at}).',
    restored: 'The device was restored to factory settings on {at}, by {who}.',
    restored_kept: 'The device was restored to factory settings on {at}, by {who}; the events were kept.',
    restored_removed:
      'The device was restored to factory settings on {at}, by {who}; all events before it were removed.',
    brought_back_kept:
      'An earlier snapshot was brought back on {at}, by {who}: settings alone; the events were kept.',
    brought_back:
      'An earlier snapshot was brought back on {at}, by {who}: what was recorded after it is gone.',
    event_unlogged: 'Event {uuid} is not in the evidence log: nothing proves it.',
    event_changed: 'Event {uuid} was changed: {field} is "{found}", the evidence log says "{logged}".',
    picture_changed: 'A picture or clip of event {uuid} was changed: {name}',
    picture_swapped: 'A picture of event {uuid} was exchanged for one of event {owner}: {name}',
    looks_changed: 'The looks of event {uuid} were changed.',
    rule_changed: 'The {rule} that decided event {uuid} were changed: {name}',
    rule_exchanged: 'The {rule} shown for event {uuid} are not those that decided it.',
    rule_missing: 'The {rule} that decided event {uuid} are missing.',
    event_gone: 'Event {uuid} was deleted on the device on {at}.',
    attempts_newer: '{count} attempts to deliver event {uuid} are newer than its last entry in the log.',
    event_typed:
      'Event {uuid} ({event_type}) was typed by {who}, time included ({at}): no picture, no confidence and ' +
      'no clock stand behind it. Reason: {reason}',
    event_withdrawn:
      'Event {uuid} ({event_type}) was seen, and withdrawn by {who} on {at}: it counts for nothing. ' +
      'Reason: {reason}',
    typed_withdrawn:
      'Event {uuid} ({event_type}) was typed by {typed_by}, and withdrawn by {who} on {at}: it counts for ' +
      'nothing. Reason: {reason}',
    event_deleted:
      'Event {uuid} ({event_type}) of this lot was deleted on {at} by {who}: the dossier does not hold it.',
    typed_deleted:
      'Event {uuid} ({event_type}) of this lot, typed by a user, was deleted on {at} by {who}: the dossier ' +
      'does not hold it.',
    clock_back: 'The clock was set back by {by_ms}: entry {seq} of {at} follows one of {after}.',
    clock_set: 'The clock of the device was set by {by_ms} on {at}.',
    clock_back_start: 'When the device started on {at}, its clock was earlier than before.',
    clock_unexplained:
      'The time jumped by {by_ms} at entry {seq} ({at}), and the device wrote down no such step.',
    clock_off:
      'At event {uuid} the clock was {by_ms} off that of the time server or platform ' +
      '(error at most {error_ms} ms).',
    camera_off:
      'At event {uuid} the clock of the camera was {by_ms} off that of the device ' +
      '(error at most {error_ms} ms).',
    event_late: 'Event {uuid} says {at}, but the device knew of it only {by_ms} later.',
    event_future: 'Event {uuid} says {at}, which was {by_ms} in the future when the device recorded it.',
    event_before_log: 'Event {uuid} says {at}, which is before the evidence log began ({after}).',
    logged_late:
      'The device recorded event {uuid} at {at}, but wrote it into the evidence log {by_ms} later.',
    logged_early:
      'The device says that it recorded event {uuid} at {at}, but its log held it {by_ms} before that.',
    day_back: 'A day of the evidence log is earlier than the one before it: {day} after {before}.',
    head_cut: 'Newest entries were taken out: the head of {at} covers {count} more of {day} than there are.',
    head_changed: 'The {size} entries of {day} that the head of {at} covers were changed.',
    head_day_gone: 'The head of {at} belongs to {day}, which the device did not have afterwards.',
    head_newer: 'The head of {at} is newer than the dossier ({made}) and was not compared.',
    head_agrees: 'The head of {at} covers the first {size} entries of {day}, and all agree.',
    head_unheld: 'The head of {at} is of a day whose hashes the dossier does not hold: {day}.',
    head_key_unknown:
      'The head of {at} is signed by key {key_id}, which nothing here links with the dossier: ' +
      'not compared. Add the key history of the device.',
    head_back_dated:
      'Back-dated: entry {seq} says {at}, but a head of {by_ms} later does not cover it. {uuid}',
    statement_signature: 'The statement is not signed by the key of the device: it was changed.',
    statement_row_missing: 'Events {from} to {to} of the list are missing.',
    statement_row_added: 'The list has an event that is not in its place: {uuid} ({n}).',
    statement_uuid_twice: 'The list has an event twice: {uuid}',
    statement_other_day: 'Event {uuid} of {at} does not belong to this day.',
    statement_total: 'The statement says {stated} events; its list has {found}.',
    statement_count: 'Count of "{event_type}, {status}": the statement says {stated}, its list has {found}.',
    statement_rows_root: 'The events and changes of the list are not those that were signed.',
    statement_day_missing: 'The signed day of the evidence log that the statement rests on is missing. {day}',
    statement_root: 'Another root: the statement says {stated}, the signed day {day} of the log {found}.',
  },
  page: {
    choose: 'Choose a dossier or a statement',
    drop: 'or drop it here. Nothing leaves this computer.',
    key: 'Fingerprint of the device that you know (optional)',
    key_wrong: 'A fingerprint has 64 hexadecimal digits.',
    heads: 'Heads or key history of the device, kept outside it; another dossier or statement (optional)',
    heads_wrong: 'This file holds no head and no key history.',
    working: 'Verifying …',
    old_browser:
      'This browser cannot verify Ed25519 signatures. Use Chrome or Edge 137, Firefox 129, Safari 17 ' +
      'or newer, or the command parking-verify.',
    insecure: 'Opened over plain HTTP, a browser offers no cryptography. Save this page and open the file.',
    language: 'Language',
  },
  cli: {
    usage:
      'Usage: parking-verify FILE [--key FINGERPRINT] [--head FILE] [--lang en|zh|tw] [--json]\n' +
      '  --key   fingerprint of the device as the platform or its certificate page shows it; repeatable\n' +
      '  --head  heads that were kept outside (JSON of heartbeats), the key history of the device,\n' +
      '          a dossier, or a statement; repeatable\n' +
      'Exit status: 0 nothing is wrong, 1 something is wrong or in doubt, 2 file or command cannot be read',
    no_file: 'The file cannot be read: {name}',
    no_head: 'This file holds no head and no key history: {name}',
    bad_key: 'A fingerprint has 64 hexadecimal digits: {name}',
  },
}
/** @typedef {typeof en} Words */
