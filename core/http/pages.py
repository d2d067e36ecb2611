"""Paginated lists: `?page=` and `?page_size=`."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

from core.http.fields import DigitsOnlyInteger, is_digit_string
from core.http.inputs import Input, validate_query

MAX_PAGE_SIZE = 100
PAGES = (
    OpenApiParameter("page", {"type": "integer", "minimum": 1}, description="The page, from 1."),
    OpenApiParameter(
        "page_size",
        {"type": "integer", "minimum": 1},
        description=f"Entries per page, at most {MAX_PAGE_SIZE}.",
    ),
)


class PageQuerySerializer(Input):
    """Page size; values above the maximum are clamped to it."""

    page_size = DigitsOnlyInteger(required=False, min_value=1)


class Pagination(PageNumberPagination):
    """REST framework's paginator: splits lists into pages by `?page=` and `?page_size=`."""

    page_size: int
    page_size_query_param = "page_size"
    max_page_size = MAX_PAGE_SIZE
    # REST framework would also accept `?page=last`.
    last_page_strings = ()

    def get_page_number(self, request: Request, paginator: Any) -> str:
        """Return the requested page number as a string of digits. The default is "1".

        Return "" for an invalid number, so that the paginator responds with 404.
        """
        wanted = request.query_params.get("page", "1")
        return wanted if is_digit_string(wanted) else ""

    def get_page_size(self, request: Request) -> int:
        """Return the requested or default page size, at most MAX_PAGE_SIZE.

        Raise ValidationError if the size is not a positive integer.
        """
        wanted: int = validate_query(PageQuerySerializer, request).get("page_size", self.page_size)
        return min(wanted, MAX_PAGE_SIZE)
