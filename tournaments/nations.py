"""Nations by ISO 3166: maps what people write to the two-letter codes that are stored."""

import gettext
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pycountry
from django.utils.translation import get_language

LANGUAGES = ("de",)
"""Languages, besides English, in which names of nations are understood."""

KOSOVO = ("XK", "XKX", "Kosovo")
"""Kosovo's codes and name. ISO 3166 leaves these codes to users, and they are in general use for Kosovo."""

_SPORTS = """
    ALG=DZ ANG=AO ANT=AG ARU=AW ASA=AS BAH=BS BAN=BD BAR=BB BER=BM BHU=BT BIZ=BZ BOT=BW BRU=BN BUL=BG
    BUR=BF CAM=KH CAY=KY CGO=CG CHA=TD CHI=CL CRC=CR CRO=HR DEN=DK ENG=GB ESA=SV FIJ=FJ GAM=GM GBS=GW
    GEQ=GQ GER=DE GRE=GR GRN=GD GUA=GT GUI=GN HAI=HT HON=HN INA=ID IRI=IR ISV=VI IVB=VG KOS=XK KSA=SA
    KUW=KW LAT=LV LBA=LY LES=LS MAD=MG MAS=MY MAW=MW MGL=MN MON=MC MRI=MU MTN=MR MYA=MM NCA=NI NED=NL
    NEP=NP NGR=NG NIG=NE NIR=GB OMA=OM PAR=PY PHI=PH PLE=PS POR=PT PUR=PR RSA=ZA SAM=WS SCO=GB SEY=SC
    SIN=SG SKN=KN SLO=SI SOL=SB SRI=LK SUD=SD SUI=CH TAN=TZ TGA=TO TOG=TG TPE=TW TRI=TT UAE=AE URU=UY
    VAN=VU VIE=VN VIN=VC WAL=GB ZAM=ZM ZIM=ZW
"""
SPORTS_CODES = dict(pair.split("=") for pair in _SPORTS.split())
"""Codes of the Olympic Committee and of football, used where ISO 3166 has no such code."""

OTHER_NAMES = {
    "GB": "UK, Great Britain, Großbritannien, England, Scotland, Wales, Northern Ireland, Nordirland",
    "US": "Vereinigte Staaten von Amerika, United States of America, America",
    "NL": "Holland, The Netherlands",
    "RU": "Russia, Russland",
    "TR": "Turkey, Tuerkei",
    "CZ": "Czech Republic, Tschechische Republik",
    "SK": "Slovak Republic",
    "AT": "Oesterreich",
    "MK": "Macedonia, Mazedonien",
    "CI": "Ivory Coast, Elfenbeinküste",
    "MM": "Burma",
    "CV": "Cape Verde",
    "SZ": "Swaziland",
    "TL": "East Timor",
    "VA": "Vatican, Vatikan",
    "PS": "Palestine",
    "FM": "Micronesia",
    "BN": "Brunei",
    "BY": "Weißrussland",
    "CD": "DR Congo, Democratic Republic of the Congo",
    "CG": "Republic of the Congo",
}
"""Common names, by code, that are neither ISO's nor translations of them."""


class Nation(NamedTuple):
    """A nation that can be chosen."""

    code: str
    name: str


def nation_code(text: str) -> str | None:
    """Return the two-letter ISO code of the nation that a text names, or None if it names no known nation.

    The text may be a two- or three-letter ISO code, a sports code such as GER, or an English or German name.
    """
    return _iso_codes_by_code().get(text.strip().replace(".", "").upper()) or _codes_by_name().get(
        _normalize_name(text)
    )


def nations() -> tuple[Nation, ...]:
    """Return all nations, sorted by name in the active language."""
    return _nations_in_language(get_language() or "en")


@cache
def _nations_in_language(language: str) -> tuple[Nation, ...]:
    """Return all nations with their names in this language, sorted by name."""
    names = gettext.translation("iso3166-1", pycountry.LOCALES_DIR, languages=[language], fallback=True)
    found = [
        Nation(country.alpha_2, names.gettext(_english_names(country)[0])) for country in pycountry.countries
    ]
    found.append(Nation(KOSOVO[0], KOSOVO[2]))
    return tuple(sorted(found, key=lambda nation: _normalize_name(nation.name)))


@cache
def _iso_codes_by_code() -> dict[str, str]:
    """Return a dict that maps all known codes of nations to two-letter ISO 3166 codes.

    The known codes are two- and three-letter ISO codes and sports codes such as GER, in capitals.
    """
    own, long, _ = KOSOVO
    iso = {
        code: country.alpha_2
        for country in pycountry.countries
        for code in (country.alpha_2, country.alpha_3)
    }
    return {**SPORTS_CODES, own: own, long: own, **iso}


@cache
def _codes_by_name() -> dict[str, str]:
    """Return a dict that maps the names of nations to two-letter codes.

    The names are in lower case, without accents, spaces or punctuation.
    """
    found = {
        _normalize_name(name): country.alpha_2
        for country in pycountry.countries
        for name in _names_in_all_languages(country)
    }
    other = {_normalize_name(name): code for code, names in OTHER_NAMES.items() for name in names.split(", ")}
    return {**other, **found, _normalize_name(KOSOVO[2]): KOSOVO[0]}


def _names_in_all_languages(country: Any) -> Iterator[str]:
    """Yield the names of a country in English and in LANGUAGES: each English name, then its translations.

    `country` is an item of pycountry.countries. A name without a translation is yielded again in English.
    """
    translations = [
        gettext.translation("iso3166-1", pycountry.LOCALES_DIR, languages=[language])
        for language in LANGUAGES
    ]
    for name in _english_names(country):
        yield name
        yield from (translation.gettext(name) for translation in translations)


def _english_names(country: Any) -> list[str]:
    """Return the English names of a pycountry country, starting with the name in common use."""
    names = (getattr(country, key, None) for key in ("common_name", "name", "official_name"))
    return [name for name in names if name]


def _normalize_name(name: str) -> str:
    """Convert a name to lower case without accents, spaces or punctuation."""
    letters = unicodedata.normalize("NFKD", name.casefold().replace("&", "and"))
    return "".join(letter for letter in letters if letter.isalnum())
