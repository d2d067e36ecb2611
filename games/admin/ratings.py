from django.contrib import admin

from games.admin.reading import ReadingAdmin
from games.models import Rating, SlowRating


@admin.register(Rating, SlowRating)
class RatingAdmin(ReadingAdmin[Rating | SlowRating]):
    list_display = ("user", "value", "games", "mu", "sigma")
    search_fields = ("user__username",)
    list_select_related = ("user",)
