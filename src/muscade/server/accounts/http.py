"""What is asked about accounts, profiles and one's own things over HTTP."""

from __future__ import annotations

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from muscade.server import refusals
from muscade.server.accounts import profiles
from muscade.server.accounts.accounts import Accounts
from muscade.server.accounts.names import key_of
from muscade.server.accounts.operations import OPERATIONS
from muscade.server.accounts.requests import ChangeAccount, DeletePerson, Done, MakeAccount, SignIn, SignOut
from muscade.server.answers import body, given_key, limits, reply
from muscade.server.operations import routes_of
from muscade.server.rooms.http import caller, hall
from muscade.server.rooms.requests import AskFriendLink, UseFriendLink
from muscade.server.rows import PersonRow
from muscade.server.storage import Storage


async def read_account(request: Request) -> Response:
    person = await caller(request)
    return reply(await accounts(request).read(person, own_key(request)))


async def make_account(request: Request) -> Response:
    wanted = await body(request, MakeAccount)
    person = await caller(request)
    try_password(request, person.account or key_of(wanted.name) or wanted.name)
    return reply(await accounts(request).open(person, own_key(request), wanted), HTTPStatus.CREATED)


async def change_account(request: Request) -> Response:
    wanted = await body(request, ChangeAccount)
    person = await caller(request)
    try_password(request, person.account or person.id)
    return reply(await accounts(request).change(person, own_key(request), wanted))


async def sign_in(request: Request) -> Response:
    wanted = await body(request, SignIn)
    try_password(request, key_of(wanted.name) or wanted.name)
    key = given_key(request)
    person = await known(request, key)
    return reply(await accounts(request).sign_in(wanted, person, key), HTTPStatus.CREATED)


async def sign_out(request: Request) -> Response:
    wanted = await body(request, SignOut)
    await accounts(request).sign_out(await caller(request), own_key(request), wanted)
    return reply(Done())


async def delete_me(request: Request) -> Response:
    wanted = await body(request, DeletePerson)
    person = await caller(request)
    try_password(request, person.account or person.id)
    await accounts(request).delete(person, wanted.password)
    return reply(Done())


async def export_me(request: Request) -> Response:
    person = await caller(request)
    limits(request).look(person.id)
    answer = reply(await profiles.export(storage(request), person))
    answer.headers["content-disposition"] = 'attachment; filename="muscade.json"'
    return answer


async def read_profile(request: Request) -> Response:
    viewer = await known(request, given_key(request))
    if viewer is not None:
        limits(request).look(viewer.id)
    now = hall(request).services.clock.now()
    return reply(await profiles.profile(storage(request), request.path_params["person"], viewer, now))


async def make_friend_link(request: Request) -> Response:
    wanted = await body(request, AskFriendLink)
    return reply(await hall(request).friends.link(await caller(request), renew=wanted.renew))


async def ask_friend_link(request: Request) -> Response:
    """Whose link it is; one need not be anybody."""
    wanted = await body(request, UseFriendLink)
    limits(request).code(request.state.address)
    return reply(await hall(request).friends.asked(wanted.link, await known(request, given_key(request))))


async def make_friend(request: Request) -> Response:
    wanted = await body(request, UseFriendLink)
    limits(request).code(request.state.address)
    return reply(await hall(request).friends.agree(wanted.link, await caller(request)), HTTPStatus.CREATED)


async def unfriend(request: Request) -> Response:
    await hall(request).friends.unfriend(await caller(request), request.path_params["person"])
    return reply(Done())


# ---------------------------------------------------------------- what they need


def try_password(request: Request, account: str) -> None:
    limits(request).sign_in(request.state.address, account)


def own_key(request: Request) -> str:
    key = given_key(request)
    assert key is not None, "whoever is known came with one"
    return key


async def known(request: Request, key: str | None) -> PersonRow | None:
    """Who asks, where one need not be anybody."""
    if not key:
        return None
    try:
        return await hall(request).people.known(key)
    except refusals.RequestRefused as refusal:
        if refusal.code != refusals.unknown_person.code:
            raise
        return None


def accounts(request: Request) -> Accounts:
    found: Accounts = request.app.state.accounts
    return found


def storage(request: Request) -> Storage:
    found: Storage = request.app.state.storage
    return found


ROUTES = routes_of(
    OPERATIONS,
    export_me,
    read_profile,
    read_account,
    make_account,
    change_account,
    sign_in,
    sign_out,
    make_friend,
    make_friend_link,
    ask_friend_link,
    unfriend,
    delete_me,
)
