"""Replies as the widespread mail clients write them: each contains the same answer, in the given words."""

from collections.abc import Callable

ANSWERED = ("It is your turn. Legal bids:", "3", "wizard bid 3")
"""Lines of the mail that is answered. None of them may be taken for an answer."""
QUOTED = "\n".join(f"> {line}" for line in ANSWERED)
PLAIN = "\n".join(ANSWERED)
HTML = "".join(f"<p>{line}</p>" for line in ANSWERED)

TEXT_CLIENTS: dict[str, Callable[[str], str]] = {
    "Gmail in English": lambda words: (
        f"{words}\n\nOn Mon, Nov 23, 2026 at 10:15 AM Wizard <wizard@play.example.org> wrote:\n\n{QUOTED}\n"
    ),
    "Gmail in German, with a wrapped line": lambda words: (
        f"{words}\n\nAm Mo., 23. Nov. 2026 um 10:15 Uhr schrieb Wizard <\nwizard@example.org>:\n\n{QUOTED}\n"
    ),
    "Apple Mail in German": lambda words: (
        f"{words}\n\n> Am 23.11.2026 um 10:15 schrieb Wizard <wizard@play.example.org>:\n> \n{QUOTED}\n"
    ),
    "an iPhone": lambda words: (
        f"{words}\n\nVon meinem iPhone gesendet\n\n> Am 23.11.2026 um 10:15 schrieb Wizard <w@x.org>:\n"
        f"> \n{QUOTED}\n"
    ),
    "Thunderbird, above": lambda words: (
        f"{words}\n\nAm 23.11.26 um 10:15 schrieb Wizard:\n{QUOTED}\n\n-- \nBob Meier\n0170 123\n"
    ),
    "Thunderbird, below": lambda words: (
        f"Am 23.11.26 um 10:15 schrieb Wizard:\n{QUOTED}\n\n{words}\n\n-- \nBob\n"
    ),
    "between quoted lines": lambda words: f"On 23.11.26, Wizard wrote:\n{QUOTED}\n{words}\n> and more\n",
    "Outlook in German": lambda words: (
        f"{words}\n\nVon: Wizard <wizard@play.example.org>\nGesendet: Montag, 23. November 2026 10:15\n"
        f"An: bob@example.org\nBetreff: Du bist dran\n\n{PLAIN}\n"
    ),
    "Outlook in English": lambda words: (
        f"{words}\n\n________________________________\nFrom: Wizard <wizard@play.example.org>\n"
        f"Sent: Monday, November 23, 2026 10:15 AM\nTo: bob@example.org\nSubject: Your turn\n\n{PLAIN}\n"
    ),
    "an old Outlook": lambda words: (
        f"{words}\n\n-----Ursprüngliche Nachricht-----\nVon: Wizard\nGesendet: Montag\nAn: bob\n"
        f"Betreff: x\n\n{PLAIN}\n"
    ),
    "the GMX web mailer": lambda words: (
        f"{words}\n\n\n\nGesendet: Montag, 23. November 2026 um 10:15 Uhr\nVon: Wizard <wizard@x.org>\n"
        f"An: bob@example.org\nBetreff: Du bist dran\n{PLAIN}\n"
    ),
    "the GMX app": lambda words: (
        f"{words}\n-- \nDiese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.\n"
        f"Am 23.11.26, 10:15, Wizard <wizard@x.org> schrieb:\n{PLAIN}\n"
    ),
    "K-9 Mail": lambda words: (
        f"{words}\n\nAm 23. November 2026 10:15:00 MEZ schrieb Wizard <wizard@x.org>:\n{QUOTED}\n"
    ),
    "Yahoo": lambda words: (
        f"{words}\n\n    Am Montag, 23. November 2026, 10:15:00 MEZ hat Wizard <wizard@x.org> "
        f"Folgendes geschrieben:  \n \n {PLAIN}\n"
    ),
}
"""A reply in plain text, by client."""
HTML_CLIENTS: dict[str, Callable[[str], str]] = {
    "Gmail": lambda words: (
        f'<div dir="ltr">{words}</div><br><div class="gmail_quote"><div class="gmail_attr">On Mon wrote:<br>'
        f'</div><blockquote class="gmail_quote">{HTML}</blockquote></div>'
    ),
    "Apple Mail": lambda words: (
        f'<html><head><meta charset="utf-8"><style>p {{color: red}}</style></head><body>{words}<br>'
        f'<div><br><blockquote type="cite"><div>Am 23.11.2026 schrieb Wizard:</div>{HTML}</blockquote></div>'
    ),
    "Outlook on the web": lambda words: (
        f'<html><body><div class="elementToProof">{words}</div><div id="appendonsend"></div><hr>'
        f'<div id="divRplyFwdMsg"><b>Von:</b> Wizard<br><b>Gesendet:</b> Montag</div>{HTML}</body></html>'
    ),
    "Outlook": lambda words: (
        f'<html><body><p class="MsoNormal">{words}</p>'
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt">'
        "<p><b>Von:</b> Wizard &lt;wizard@x.org&gt; <br><b>Gesendet:</b> Montag, 23. November<br>"
        f"<b>An:</b> bob@x.org<br><b>Betreff:</b> Du bist dran</p></div>{HTML}</body></html>"
    ),
    "Thunderbird": lambda words: (
        f'<html><body><p>{words}</p><div class="moz-cite-prefix">Am 23.11.26 schrieb Wizard:</div>'
        f'<blockquote type="cite">{HTML}</blockquote><div class="moz-signature">-- <br>4</div></body></html>'
    ),
}
"""A reply in HTML alone, by client."""
