"""The laws of bridge: contracts, IMPs, victory points and rulings, and how sessions are scored."""

from transforms.bridge.contracts import contract_score, vulnerable
from transforms.bridge.imps import imps, victory_point_scales

__all__ = ["contract_score", "imps", "victory_point_scales", "vulnerable"]
