"""The addresses of accounts, profiles and friends, described."""

from __future__ import annotations

from http import HTTPStatus

from muscade.server import refusals
from muscade.server.accounts import requests
from muscade.server.operations import Operation
from muscade.server.rooms import requests as rooms

TRIES_PASSWORD = (refusals.wrong_password, refusals.too_many_sign_ins, refusals.too_busy)

OPERATIONS = (
    Operation(
        "GET",
        "/api/people/me/export",
        "export_me",
        "Everything one has here, but for secrets",
        requests.Export,
        of_device=True,
    ),
    Operation(
        "GET",
        "/api/people/{person}",
        "read_profile",
        "What one may know of somebody",
        requests.Profile,
        refusals=(refusals.unknown_profile,),
        for_device=True,
    ),
    Operation(
        "GET",
        "/api/account",
        "read_account",
        "One's account and devices",
        requests.Account,
        of_device=True,
    ),
    Operation(
        "POST",
        "/api/account",
        "make_account",
        "An account: a name of one's own and a password",
        requests.Account,
        status=HTTPStatus.CREATED,
        request=requests.MakeAccount,
        refusals=(
            refusals.bad_name,
            refusals.bad_account_name,
            refusals.short_password,
            refusals.account_taken,
            refusals.has_account,
            *TRIES_PASSWORD,
        ),
        of_device=True,
    ),
    Operation(
        "PATCH",
        "/api/account",
        "change_account",
        "Another name, another password",
        requests.Account,
        request=requests.ChangeAccount,
        refusals=(
            refusals.bad_name,
            refusals.bad_account_name,
            refusals.short_password,
            refusals.account_taken,
            refusals.no_account,
            *TRIES_PASSWORD,
        ),
        of_device=True,
    ),
    Operation(
        "POST",
        "/api/account/sign-in",
        "sign_in",
        "Join a device to an account",
        requests.SignedIn,
        status=HTTPStatus.CREATED,
        request=requests.SignIn,
        refusals=(refusals.has_account, refusals.reused, *TRIES_PASSWORD),
        for_device=True,
    ),
    Operation(
        "POST",
        "/api/account/sign-out",
        "sign_out",
        "Void the key of this device, of another, or of all others",
        requests.Done,
        request=requests.SignOut,
        refusals=(refusals.no_account,),
        of_device=True,
    ),
    Operation(
        "POST",
        "/api/friends",
        "make_friend",
        "Agree to be friends with whoever gave the link",
        rooms.FriendAsked,
        status=HTTPStatus.CREATED,
        request=rooms.UseFriendLink,
        refusals=(
            refusals.unknown_friend_link,
            refusals.friend_of_oneself,
            refusals.too_many_friends,
            refusals.too_many_codes,
        ),
        of_device=True,
    ),
    Operation(
        "POST",
        "/api/friends/link",
        "make_friend_link",
        "The link by which others become one's friends",
        rooms.FriendLink,
        request=rooms.AskFriendLink,
        of_device=True,
    ),
    Operation(
        "POST",
        "/api/friends/asked",
        "ask_friend_link",
        "Whose link it is",
        rooms.FriendAsked,
        request=rooms.UseFriendLink,
        refusals=(refusals.unknown_friend_link, refusals.too_many_codes),
        for_device=True,
    ),
    Operation(
        "DELETE",
        "/api/friends/{person}",
        "unfriend",
        "No longer be friends",
        requests.Done,
        of_device=True,
    ),
    # The last one: whoever tries them all is nobody after that.
    Operation(
        "POST",
        "/api/people/me/delete",
        "delete_me",
        "Delete everything one has here",
        requests.Done,
        request=requests.DeletePerson,
        refusals=TRIES_PASSWORD,
        of_device=True,
    ),
)
