"""Serializers that describe responses about tournaments in the API's schema; selectors build the data."""
