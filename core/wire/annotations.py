"""What annotated types say about JSON: their constraints, their fields, and the fields' descriptions."""

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
    """An object of JSON; a closed one has no other fields than these, now and in later versions."""

    fields: tuple[Field, ...]
    description: str
    closed: bool = False


class Choice(NamedTuple):
    """One of several types."""

    types: tuple[Any, ...]
    description: str = ""


def object_type(declared: Any, names: Iterable[str] | None = None) -> ObjectType:
    """The object that a TypedDict or a NamedTuple declares, or the part of it with these names.

    A TypedDict that is `final` is closed.
    """
    hints, described = get_type_hints(declared, include_extras=True), descriptions(declared)
    fields = tuple(
        Field(name, _without_qualifier(hints[name]), name in _required(declared), described.get(name, ""))
        for name in (hints if names is None else names)
    )
    description = " ".join((declared.__doc__ or "").split())
    return ObjectType(fields, description, closed=getattr(declared, "__final__", False))


def tagged(tag: str, declared: ObjectType) -> ObjectType:
    """The same object with a `type` as its first field, which tells it from others."""
    return declared._replace(fields=(Field("type", Literal[tag], True, ""), *declared.fields))


def is_object(annotation: Any) -> bool:
    """Whether an annotation is a class whose instances are objects of JSON."""
    return is_typeddict(annotation) or hasattr(annotation, "_fields")


def constraints(annotation: Any) -> tuple[Any, tuple[Constraint, ...]]:
    """A type without its metadata, and its constraints; other metadata is passed over."""
    if get_origin(annotation) is not Annotated:
        return annotation, ()
    base, *metadata = get_args(annotation)
    return base, tuple(each for each in metadata if isinstance(each, Constraint))


def alternatives(annotation: Any) -> tuple[tuple[Any, ...], bool]:
    """The types of a union without None, and whether None is among them."""
    if get_origin(annotation) not in (Union, UnionType):
        return (annotation,), annotation is NoneType
    types = get_args(annotation)
    return tuple(each for each in types if each is not NoneType), NoneType in types


@cache
def descriptions(declared: Any) -> Mapping[str, str]:
    """The docstrings that stand below the fields of a class, and of those that it is derived from."""
    node = _classes(declared.__module__).get(declared.__name__)
    if node is None:
        return {}
    module = vars(sys.modules[declared.__module__])
    found: dict[str, str] = {}
    for base in node.bases:
        if isinstance(base, ast.Name) and is_object(parent := module.get(base.id)):
            found |= descriptions(parent)
    for statement, following in zip(node.body, node.body[1:], strict=False):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            match following:
                case ast.Expr(ast.Constant(str() as text)):
                    found[statement.target.id] = " ".join(text.split())
    return found


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def _required(declared: Any) -> Iterable[str]:
    if is_typeddict(declared):
        return declared.__required_keys__  # type: ignore[no-any-return]
    return set(declared._fields) - set(declared._field_defaults)


def _without_qualifier(annotation: Any) -> Any:
    return get_args(annotation)[0] if get_origin(annotation) in (NotRequired, Required) else annotation
