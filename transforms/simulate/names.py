"""Names made up of parts: a given name and a family name from one part of the world, or a place that does not exist."""

import numpy as np
import polars as pl

from transforms.tables.messages import Message

_PLACE_ENDINGS = (
    "haven brook field gate mere stone wick ford dale hurst moor ridge bury cliff combe cote den garth holm lea low "
    "march minster ness port shaw stead thorpe toft vale well worth"
)
_PLACE_STARTS = (
    "alder ash barley beck birch black bramble bright broad cedar clover copper crane elder fallow fern fox gold "
    "green hart hazel heron ivy juniper kestrel lark linden maple marsh mill moss north"
)

_NAMES: dict[str, tuple[str, str]] = {
    "NED": (
        "Anneke Bram Corrie Daan Fenna Gijs Hanneke Jelle Koen Lotte Maaike Niek Roos Sjoerd Tessa Wout",
        "Akkerman Beekhuis Dijkgraaf Eikelboom Hoogland Kuipersma Lindeboom Molenkamp Rietveldt Veenhof Zandee",
    ),
    "GBR": (
        "Alice Barnaby Clive Edwin Felicity Geoffrey Harriet Ivor Janet Kenneth Lesley Maureen Nigel Sheila Trevor",
        "Applegarth Blenkin Cartmell Dunmore Fairbrother Garside Hollowell Kirkbride Netherby Ormston Wetherell",
    ),
    "FRA": (
        "Adèle Bastien Camille Denis Élise Fabrice Gisèle Hugo Inès Julien Lucie Mathilde Noémie Pascal Sylvie Thierry",
        "Aubertin Beaurepaire Chantelou Desvignes Fontanel Grandmaison Lavergne Pradier Rochebrune Tessonnier",
    ),
    "NOR": (
        "Astrid Bjørn Eirik Frida Gunnar Håkon Ingrid Jorunn Knut Liv Magnus Oddvar Ragnhild Sigrid Tormod Åse",
        "Aasgaard Bakkelund Brattli Engeset Fossheim Granlie Haugstad Lunde Myrvold Nordgård Skogheim Øverland",
    ),
    "POL": (
        "Agata Bartosz Celina Dorota Elżbieta Grzegorz Halina Jacek Kamil Łucja Marek Ola Paweł Renata Stefan Zofia",
        "Borowik Czaplicki Dąbek Gajda Jaworek Kalinka Lipiec Modrzew Olszak Sikora Wilczek Żurawik",
    ),
    "TUR": (
        "Aylin Burak Ceren Deniz Emre Feride Gökhan Hülya İlker Leyla Murat Nilgün Orhan Selin Tarık Yasemin",
        "Akarsu Bozdağ Çınarlı Demirtepe Gündoğan Karaca Ormanlı Özdere Sarıkaya Taşlıova Uzunoğlu Yeşilyurt",
    ),
    "IND": (
        "Aditi Bharat Charu Devika Farhan Gauri Harish Ishaan Kavita Lakshmi Manoj Nalini Prakash Rekha Suresh Uma",
        "Acharya Bhandari Chitnis Deshmukh Ghoshal Hegde Kulkarni Mahajan Nambiar Patwardhan Sengupta Tendulwar",
    ),
    "JPN": (
        "Aiko Daichi Emi Fumio Haruka Isamu Jun Kaori Makoto Naoko Osamu Reiko Satoru Tomoko Yuji Yumiko",
        "Akiyama Fujikawa Hoshino Ishibashi Kawamori Matsuzaka Nishioka Okamura Sakaguchi Takehara Uchiyama Yoshimori",
    ),
    "ESP": (
        "Alba Benito Carmen Diego Elvira Fermín Gloria Hernán Irene Joaquín Lola Marcos Nuria Óscar Pilar Rocío",
        "Alarcón Barrientos Calderas Encinar Fuentes Gallardo Herrero Navascués Olmedo Peñalba Robledo Valdivieso",
    ),
    "ITA": (
        "Arianna Beppe Chiara Dario Elena Franco Giulia Iacopo Lorenza Massimo Nadia Ornella Piero Rosanna Tullio Vera",
        "Bellandi Campagnola Dellavalle Fiorentini Guidotti Lombardini Montefiori Pellegrino Serafini Zanobini",
    ),
}


def club_ids(clubs: int) -> list[str]:
    """The ids of this number of clubs, in alphabetical order; each is a place, and can be the name of a folder."""
    places = [start + ending for ending in _PLACE_ENDINGS.split() for start in _PLACE_STARTS.split()]
    return sorted(
        places[number % len(places)] + (f"-{number // len(places) + 1}" if number >= len(places) else "")
        for number in range(clubs)
    )


def people(clubs: int, per_club: int, random: np.random.Generator) -> pl.DataFrame:
    """One row per person, by club: `name` (no two people in a club have the same) and `nationality`.

    Raises:
        ValueError: more people in a club than there are names.
    """
    everyone = pl.DataFrame(
        [
            (f"{given} {family}", nationality)
            for nationality, (given_names, family_names) in _NAMES.items()
            for given in given_names.split()
            for family in family_names.split()
        ],
        schema=["name", "nationality"],
        orient="row",
    )
    if per_club > everyone.height:
        raise ValueError(
            Message(
                "{per_club} people in a club, and there are {names} names to go round",
                per_club=per_club,
                names=everyone.height,
            )
        )
    drawn = random.random((clubs, everyone.height)).argsort(axis=1, kind="stable")[:, :per_club]
    return everyone[drawn.ravel()]
