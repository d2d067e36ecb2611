"""Reads from annotated types how they look in JSON: constraints, fields, and descriptions of fields."""

import ast
import inspect
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from core.constraints import Constraint


class Field(NamedTuple):
    """A field of an object."""

    name: str
    annotation: Any
    required: bool
    description: str


class ObjectType(NamedTuple):
    """The fields of a JSON object. A closed object never has other fields, not even in later versions."""

    fields: tuple[Field, ...]
    description: str
    closed: bool = False


class Choice(NamedTuple):
    """A union of several types, with a description."""

    types: tuple[Any, ...]
    description: str = ""


def describe_object_type(object_class: Any, field_names: Iterable[str] | None = None) -> ObjectType:
    """Describe the JSON objects of a TypedDict or NamedTuple class.

    Include the fields in `field_names`, or all fields if it is None.
    """
    hints, described = get_type_hints(object_class, include_extras=True), field_descriptions(object_class)
    fields = tuple(
        Field(
            name,
            _strip_qualifier(hints[name]),
            name in _required_fields(object_class),
            described.get(name, ""),
        )
        for name in (hints if field_names is None else field_names)
    )
    description = " ".join((object_class.__doc__ or "").split())
    # Objects of a `final` class never have other fields.
    return ObjectType(fields, description, closed=getattr(object_class, "__final__", False))


def add_type_field(tag: str, object_type: ObjectType) -> ObjectType:
    """Return a copy of the object type with a new first field `type`, whose value is always `tag`."""
    return object_type._replace(fields=(Field("type", Literal[tag], True, ""), *object_type.fields))


def is_object_class(annotation: Any) -> bool:
    """Return whether a type is a TypedDict or NamedTuple class, whose instances are objects in JSON."""
    return is_typeddict(annotation) or hasattr(annotation, "_fields")


def split_constraints(annotation: Any) -> tuple[Any, tuple[Constraint, ...]]:
    """Split an `Annotated[…]` type into the inner type and its constraints.

    Any other type is returned unchanged, with no constraints.
    """
    if get_origin(annotation) is not Annotated:
        return annotation, ()
    base, *metadata = get_args(annotation)
    return base, tuple(each for each in metadata if isinstance(each, Constraint))


def split_union(annotation: Any) -> tuple[tuple[Any, ...], bool]:
    """Return the members of a union type without None, and whether None is a member.

    A type that is not a union is returned as the only member.
    """
    if get_origin(annotation) not in (Union, UnionType):
        return (annotation,), annotation is NoneType
    types = get_args(annotation)
    return tuple(each for each in types if each is not NoneType), NoneType in types


@cache
def field_descriptions(object_class: Any) -> Mapping[str, str]:
    """Return the docstrings of a class's fields by field name, including inherited fields.

    A field's docstring is the string below the field in the source.
    """
    node = _parse_classes(object_class.__module__).get(object_class.__name__)
    if node is None:
        return {}
    module = vars(sys.modules[object_class.__module__])
    found: dict[str, str] = {}
    for base in node.bases:
        if isinstance(base, ast.Name) and is_object_class(parent := module.get(base.id)):
            found |= field_descriptions(parent)
    for statement, following in zip(node.body, node.body[1:], strict=False):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            match following:
                case ast.Expr(ast.Constant(str() as text)):
                    found[statement.target.id] = " ".join(text.split())
    return found


@cache
def _parse_classes(module: str) -> dict[str, ast.ClassDef]:
    """Parse a module's source, and return the syntax trees of its classes by class name."""
    # Parsed, because Python does not keep the docstrings of fields.
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def _required_fields(object_class: Any) -> Iterable[str]:
    """Return the names of the fields that every object of this class must have."""
    if is_typeddict(object_class):
        return object_class.__required_keys__  # type: ignore[no-any-return]
    return set(object_class._fields) - set(object_class._field_defaults)


def _strip_qualifier(annotation: Any) -> Any:
    """Return the type inside `Required[…]` or `NotRequired[…]`. Return any other type unchanged."""
    return get_args(annotation)[0] if get_origin(annotation) in (NotRequired, Required) else annotation
