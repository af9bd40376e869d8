"""Movements as the paper on movement balance prints them."""

from transforms.balance.schedule import parse_schedule

LAYOUT_8 = """8 6 6 6 0
 1- 2 A  3- 4 B  5- 6 C  7- 8 D  0- 0 0  0- 0 0
 3- 6 A  1- 7 B  0- 0 0  0- 0 0  5- 8 E  4- 2 F
 7- 5 A  8- 6 B  1- 4 C  2- 3 D  0- 0 0  0- 0 0
 4- 8 A  0- 0 0  0- 0 0  1- 6 D  2- 7 E  5- 3 F
 0- 0 0  5- 2 B  3- 7 C  0- 0 0  6- 4 E  1- 8 F
 0- 0 0  0- 0 0  8- 2 C  5- 4 D  1- 3 E  7- 6 F
"""
"""The example of a schedule file ("De lay-out van de schemafiles")."""

MITCHELL_14 = """14 7 7 7 0
 1- 8 A    2- 9 B    3-10 C    4-11 D    5-12 E    6-13 F    7-14 G
 1-14 B    2- 8 C    3- 9 D    4-10 E    5-11 F    6-12 G    7-13 A
 1-13 C    2-14 D    3- 8 E    4- 9 F    5-10 G    6-11 A    7-12 B
 1-12 D    2-13 E    3-14 F    4- 8 G    5- 9 A    6-10 B    7-11 C
 1-11 E    2-12 F    3-13 G    4-14 A    5- 8 B    6- 9 C    7-10 D
 1-10 F    2-11 G    3-12 A    4-13 B    5-14 C    6- 8 D    7- 9 E
 1- 9 G    2-10 A    3-11 B    4-12 C    5-13 D    6-14 E    7- 8 F
"""

RELAY_12 = """12 6 6 6 0
 1- 7 A    2- 8 B    3- 9 C    4-10 E    5-11 F    6-12 A
 1-12 B    2- 7 C    3- 8 D    4- 9 F    5-10 A    6-11 B
 1-11 C    2-12 D    3- 7 E    4- 8 A    5- 9 B    6-10 C
 1-10 D    2-11 E    3-12 F    4- 7 B    5- 8 C    6- 9 D
 1- 9 E    2-10 F    3-11 A    4-12 C    5- 7 D    6- 8 E
 1- 8 F    2- 9 A    3-10 B    4-11 D    5-12 E    6- 7 F
"""

STRONG_12 = """12 6 6 6 0
 1- 7 A    2- 8 B    3- 9 C    4-10 D    5-11 E    6-12 F
 1-11 C    2- 7 F    3-10 E    4-12 B    5- 8 D    6- 9 A
 1- 9 D    2-12 C    3- 8 A    4- 7 E    5-10 F    6-11 B
 1-12 E    2-10 A    3-11 F    4- 8 C    5- 9 B    6- 7 D
 1- 8 F    2- 9 E    3- 7 B    4-11 A    5-12 A    6-10 C
 1-10 B    2-11 D    3-12 D    4- 9 F    5- 7 C    6- 8 E
"""
"""The Mitchell in which pair 1 wins everything ("Het 'één sterk paar' model")."""

STRONG_12_TURNED = """12 6 6 6 0
 1- 7 A    2- 8 B    3- 9 C    4-10 D    5-11 E    6-12 F
 1-11 C    2- 7 F    3-10 E    4-12 B    5- 8 D    6- 9 A
 1- 9 D   12- 2 C    8- 3 A    7- 4 E   10- 5 F   11- 6 B
 1-12 E    2-10 A    3-11 F    4- 8 C    5- 9 B    6- 7 D
 1- 8 F    2- 9 E    3- 7 B    4-11 A    5-12 A    6-10 C
 1-10 B    2-11 D    3-12 D    4- 9 F    5- 7 C    6- 8 E
"""

STRONG_12_TURNED_TWICE = """12 6 6 6 0
 1- 7 A    2- 8 B    3- 9 C    4-10 D    5-11 E    6-12 F
 1-11 C    2- 7 F    3-10 E    4-12 B    5- 8 D    6- 9 A
 9- 1 D   12- 2 C    8- 3 A    7- 4 E   10- 5 F   11- 6 B
12- 1 E   10- 2 A   11- 3 F    8- 4 C    9- 5 B    7- 6 D
 1- 8 F    2- 9 E    3- 7 B    4-11 A    5-12 A    6-10 C
 1-10 B    2-11 D    3-12 D    4- 9 F    5- 7 C    6- 8 E
"""

SCORES_14_TURNED = """
   0   3   3   3   3   3   3   4   4   4   4   4   4   0
   3   0   3   3   3   3   3   0   4   4   4   4   4   4
   3   3   0   3   3   3   3   4   0   4   4   4   4   4
   3   3   3   0   3   3   3   4   4   0   4   4   4   4
   3   3   3   3   0   3   3   4   4   4   0   4   4   4
   3   3   3   3   3   0   3   4   4   4   4   0   4   4
   3   3   3   3   3   3   0   4   4   4   4   4   0   4
   4   0   4   4   4   4   4   0   3   3   3   3   3   3
   4   4   0   4   4   4   4   3   0   3   3   3   3   3
   4   4   4   0   4   4   4   3   3   0   3   3   3   3
   4   4   4   4   0   4   4   3   3   3   0   3   3   3
   4   4   4   4   4   0   4   3   3   3   3   0   3   3
   4   4   4   4   4   4   0   3   3   3   3   3   0   3
   0   4   4   4   4   4   4   3   3   3   3   3   3   0
"""
"""The second score matrix that is printed: round 2 of the Mitchell for 14 pairs turned."""


def numbers(text: str) -> list[list[int]]:
    return [[int(number) for number in line.split()] for line in text.strip().splitlines()]


mitchell_14 = parse_schedule(MITCHELL_14)
relay_12 = parse_schedule(RELAY_12)

LEAST = {
    5: 308, 6: 600, 7: 1050, 8: 1792, 9: 2952, 10: 4584,
    11: 6830, 12: 9728, 13: 13532, 14: 18200, 15: 23970,
}  # fmt: skip
"""SS by tables of a complete movement with the best directions: of the paper's best values, and proved."""
