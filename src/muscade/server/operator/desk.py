"""What an operator sees and does. Every action is stored with what it changes, and the other servers are told of it."""

from __future__ import annotations

from collections.abc import Awaitable

import msgspec
import structlog

from muscade.server import refusals
from muscade.server.moderation.decisions import Decisions
from muscade.server.moderation.policy import read_network
from muscade.server.moderation.rows import (
    AnnouncementRow,
    BanKind,
    BanRow,
    OperatorActionKind,
    OperatorActionRow,
    ReportRow,
)
from muscade.server.operator.requests import (
    Announce,
    Deed,
    Figures,
    MakeBan,
    OperatorBan,
    OperatorReport,
    OperatorRoom,
    OperatorView,
    RoomGuest,
    text_of,
)
from muscade.server.rooms.hall import Hall
from muscade.server.rooms.protocol import RoomChat
from muscade.server.rows import RoomRow
from muscade.server.storage import Conflict, StorageError
from muscade.server.tables.services import Services
from muscade.server.tokens import derive, new_token
from muscade.server.wording import is_visible

HOUR = 3_600_000
"""Milliseconds."""
LATELY = 24 * HOUR

_words = msgspec.json.Decoder(tuple[RoomChat, ...])
log = structlog.get_logger()


class Desk:
    """Whoever calls has shown the operator's token."""

    def __init__(self, services: Services, hall: Hall, decisions: Decisions) -> None:
        self._services = services
        self._storage = services.storage.moderation
        self._hall = hall
        self._decisions = decisions

    async def view(self) -> OperatorView:
        now, storage, metrics = self._services.clock.now(), self._storage, self._services.metrics
        try:
            counts = await storage.counts(now - LATELY)
            rooms, reports = await storage.rooms(), await storage.reports()
            bans, actions = await storage.bans(now), await storage.operator_actions()
        except StorageError as error:
            raise self._failed(error) from None
        return OperatorView(
            figures=Figures(
                *counts,
                connections=metrics.number("muscade_connections"),
                rooms_here=metrics.number("muscade_rooms_live"),
                tables_here=metrics.number("muscade_tables_live"),
            ),
            rooms=tuple(map(told_room, rooms)),
            reports=tuple(map(told_report, reports)),
            bans=tuple(OperatorBan(*msgspec.structs.astuple(ban)) for ban in bans),
            announcements=self._decisions.announcements,
            deeds=tuple(Deed(row.at, row.deed, row.about, row.name, row.note) for row in actions),
        )

    # ------------------------------------------------------------ actions

    async def ban(self, wanted: MakeBan) -> None:
        """Once for each id; with a report, that is dealt with."""
        if not is_visible(wanted.reason):
            raise refusals.bad_words()
        now, reason = self._services.clock.now(), wanted.reason.strip()
        until = None if wanted.hours is None else now + int(wanted.hours * HOUR)
        try:
            name, targets = await self._whom(wanted)
        except StorageError as error:
            raise self._failed(error) from None
        bans = [
            BanRow(self._id("ban", wanted.id, number), kind, target, name, reason, now, until)
            for number, (kind, target) in enumerate(targets)
        ]
        action = self._action("ban", targets[0][1], name, reason)
        await self._do(self._storage.ban(bans, action, wanted.report, self._note), done_before=bans[0].id)

    async def _whom(self, wanted: MakeBan) -> tuple[str, list[tuple[BanKind, str]]]:
        """A name, and what is banned with it."""
        if wanted.kind == "network":
            return "", [("network", read_network(wanted.target))]
        name = await self._storage.name_of(wanted.target)
        if name is None:
            raise refusals.unknown_profile()
        addresses = await self._storage.addresses_of(wanted.target) if wanted.addresses else []
        return name, [("person", wanted.target), *(("address", address) for address in addresses)]

    async def lift(self, ban_id: str) -> None:
        try:
            found = {ban.id: ban for ban in await self._storage.bans(self._services.clock.now())}.get(ban_id)
        except StorageError as error:
            raise self._failed(error) from None
        if found is None:
            raise refusals.not_there_any_more()
        action = self._action("lift", found.target, found.name, found.reason)
        await self._do(self._storage.lift(ban_id, action, self._note))

    async def dismiss(self, report_id: str) -> None:
        try:
            found = {report.id: report for report in await self._storage.reports()}.get(report_id)
        except StorageError as error:
            raise self._failed(error) from None
        if found is None:
            raise refusals.not_there_any_more()
        action = self._action("dismiss", found.person_id, found.name, found.reason)
        await self._do(self._storage.dismiss(report_id, action))

    async def announce(self, wanted: Announce) -> None:
        text = text_of(wanted)
        if not (is_visible(text.en) and is_visible(text.fr)):
            raise refusals.bad_words()
        now = self._services.clock.now()
        row = AnnouncementRow(
            self._id("announcement", wanted.id), text.en, text.fr, now, now + int(wanted.hours * HOUR)
        )
        action = self._action("announce", row.id, "", text.en)
        await self._do(self._storage.announce(row, action, self._note), done_before=row.id)

    async def withdraw(self, announcement_id: str) -> None:
        found = {told.id: told for told in self._decisions.announcements}.get(announcement_id)
        if found is None:
            raise refusals.not_there_any_more()
        action = self._action("withdraw", announcement_id, "", found.text.en)
        await self._do(self._storage.withdraw(announcement_id, action, self._note))

    async def close_room(self, room_id: str) -> None:
        await self._hall.shut(room_id)
        try:
            await self._storage.note_operator_action(self._action("close-room", room_id, "", ""))
        except StorageError as error:
            raise self._failed(error) from None

    # ------------------------------------------------------------ what they have in common

    async def _do(self, write: Awaitable[None], done_before: str | None = None) -> None:
        """Store it, and have it known everywhere. ``done_before`` is what is there if this was asked for twice."""
        try:
            await write
        except Conflict:
            if done_before is None or not await self._is_there(done_before):
                raise refusals.not_there_any_more() from None
        except StorageError as error:
            raise self._failed(error) from None
        self._services.written(self._decisions.changed_note())
        await self._decisions.look()

    async def _is_there(self, made: str) -> bool:
        now = self._services.clock.now()
        try:
            bans, announced = await self._storage.bans(now), await self._storage.announcements(now)
        except StorageError as error:
            raise self._failed(error) from None
        return made in {*(ban.id for ban in bans), *(row.id for row in announced)}

    @property
    def _note(self) -> bytes | None:
        return self._services.note(self._decisions.changed_note())

    def _id(self, purpose: str, *parts: str | int) -> str:
        return derive(self._services.storage.secret, purpose, *parts)

    def _action(self, kind: OperatorActionKind, about: str, name: str, note: str) -> OperatorActionRow:
        log.info("operator", deed=kind)
        return OperatorActionRow(new_token(), self._services.clock.now(), kind, about, name, note)

    @staticmethod
    def _failed(error: StorageError) -> refusals.RequestRefused:
        log.error("operator-cannot", error=str(error))
        return refusals.storage()


def told_room(row: RoomRow) -> OperatorRoom:
    state = row.state
    return OperatorRoom(
        room=row.id,
        code=row.code,
        game=state.game,
        host=state.host,
        people=tuple(RoomGuest(member.person, member.name) for member in state.members),
        number=state.number,
        playing=state.playing,
        private=state.found_by == "link",
        closed=state.closed,
        created_at=row.created_at,
        used_at=row.used_at,
    )


def told_report(row: ReportRow) -> OperatorReport:
    return OperatorReport(
        report=row.id,
        at=row.at,
        by=row.by_id,
        by_name=row.by_name,
        person=row.person_id,
        name=row.name,
        room=row.room_id,
        reason=row.reason,
        words=_words.decode(row.words),
    )
