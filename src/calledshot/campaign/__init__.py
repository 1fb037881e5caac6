from calledshot.campaign.model import Campaign, fold

__all__ = ["Campaign", "fold"]
