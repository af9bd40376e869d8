"""Send a text to whom BAROMETER_TELL names: a command, an address on the web, or an address for mail."""

import json
import shlex
import smtplib
import subprocess
import sys
import urllib.request
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import parse_qs, unquote, urlsplit

from pipelines.machine import waits
from pipelines.machine.environment import MESSAGE_COMMAND, value_of
from pipelines.machine.paths import without_passwords


class NotSentError(Exception):
    """A text did not arrive. The message says why, without passwords."""


def has_receiver() -> bool:
    """Return whether BAROMETER_TELL is set."""
    return bool((value_of(MESSAGE_COMMAND) or "").strip())


def send(subject: str, text: str) -> None:
    """Send a text to whom BAROMETER_TELL names. NotSentError: it did not arrive, or the variable is not set.

    `smtp://[USER:PASSWORD@]HOST[:PORT]/TO@HOST[?from=FROM@HOST]` sends a mail, with STARTTLS if the server offers it
    (`smtps://` speaks TLS from the beginning); `https://…` gets `{"text": …}` as JSON, which chats accept; anything
    else is a command that gets the text on its standard input.
    """
    to = (value_of(MESSAGE_COMMAND) or "").strip()
    if not to:
        raise NotSentError(f"{MESSAGE_COMMAND} is not set")
    scheme = urlsplit(to).scheme if "://" in to else ""
    try:
        if scheme in ("smtp", "smtps"):
            _mail(to, subject, text)
        elif scheme in ("http", "https"):
            _post(to, text)
        else:
            # Windows splits the command itself, because a path there has backslashes.
            words = to if sys.platform == "win32" else shlex.split(to)
            given = {"input": text.encode("utf-8"), "timeout": waits.MESSAGE_COMMAND}
            subprocess.run(words, **given, check=True, capture_output=True)  # noqa: S603 - the operator's command
    except (OSError, ValueError, subprocess.SubprocessError, smtplib.SMTPException) as wrong:
        raise NotSentError(f"{MESSAGE_COMMAND}: {without_passwords(str(wrong))}") from wrong


def _mail(address: str, subject: str, text: str) -> None:
    at = urlsplit(address)
    to = unquote(at.path.strip("/"))
    sender = parse_qs(at.query).get("from", [to])[0]
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"], mail["Date"] = subject, sender, to, formatdate(localtime=True)
    mail["Message-ID"] = make_msgid(domain=sender.partition("@")[2] or None)
    mail.set_content(text)
    of_tls = at.scheme == "smtps"
    begin = smtplib.SMTP_SSL if of_tls else smtplib.SMTP
    with begin(at.hostname or "localhost", at.port or (465 if of_tls else 25), timeout=waits.MESSAGE_COMMAND) as server:
        if not of_tls:
            server.ehlo()
            if server.has_extn("starttls"):
                server.starttls()
        if at.username:
            server.login(unquote(at.username), unquote(at.password or ""))
        server.send_message(mail)


def _post(address: str, text: str) -> None:
    body = json.dumps({"text": text}).encode()
    asked = urllib.request.Request(address, body, {"Content-Type": "application/json"})  # noqa: S310 - the operator's
    with urllib.request.urlopen(asked, timeout=waits.MESSAGE_COMMAND):  # noqa: S310 - http or https, checked above
        pass
