// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.plateaubench.olio.store.WriteResult.Refusal;

/** Write statements. */
final class WriteStatements {
    private static final String USE_TAG = "UPDATE olio_tag SET uses = uses + 1 WHERE id = ?";
    private static final String TAG_EVENT = "INSERT INTO olio_event_tag (event_id, tag_id) VALUES (?, ?)";
    private static final String PERSON_EXISTS = "SELECT id FROM olio_person WHERE id = ?";
    private static final String ATTEND = "INSERT INTO olio_attendance (event_id, person_id, origin)"
            + " SELECT e.id, p.id, " + Table.ADDED + " FROM olio_event e, olio_person p WHERE e.id = ? AND p.id = ?";
    private static final String RATE =
            "UPDATE olio_event SET score_total = score_total + ?, votes = votes + 1 WHERE id = ?";
    private static final String BOND = "SELECT accepted FROM olio_friendship WHERE person_id = ? AND friend_id = ?";
    private static final String ASK = "INSERT INTO olio_friendship (person_id, friend_id, accepted, origin)"
            + " VALUES (?, ?, 0, " + Table.ADDED + ")";
    private static final String ACCEPT = "UPDATE olio_friendship SET accepted = 1, origin = CASE WHEN origin = "
            + Table.LOADED + " THEN " + Table.AGREED + " ELSE origin END"
            + " WHERE person_id = ? AND friend_id = ? AND accepted = 0";

    private WriteStatements() {}

    static WriteResult addPerson(Connection connection, NewPerson person) throws SQLException {
        int address = Rows.insert(connection, person.address());
        return unlessThere(
                Refusal.NAME_TAKEN,
                () -> new WriteResult.Done(Rows.insert(
                        connection,
                        Table.PERSON,
                        person.userName(),
                        PasswordDigest.of(person.userName(), person.password()),
                        person.firstName(),
                        person.lastName(),
                        person.email(),
                        person.telephone(),
                        person.summary(),
                        person.timeZone(),
                        address)));
    }

    /**
     * Returns the numbers of tags in ascending order, in which all transactions that count their use lock them. Creates
     * missing tags; each statement is a separate transaction, so that two requests for the same new tag do not
     * conflict.
     */
    static List<Integer> tagIds(Connection connection, List<String> names) throws SQLException {
        SortedSet<Integer> ids = new TreeSet<>();
        for (String name : new TreeSet<>(names)) {
            Optional<Integer> known = EventQueries.tagId(connection, name);
            ids.add(known.isPresent() ? known.get() : newTag(connection, name));
        }
        return List.copyOf(ids);
    }

    private static int newTag(Connection connection, String name) throws SQLException {
        try {
            return Rows.insert(connection, Table.TAG, name, 0);
        } catch (SQLException e) {
            if (Dialect.isDuplicate(e)) {
                // Another request was faster.
                return EventQueries.tagId(connection, name).orElseThrow(() -> e);
            }
            throw e;
        }
    }

    static WriteResult addEvent(Connection connection, NewEvent event, List<Integer> tags) throws SQLException {
        if (Rows.first(connection, PERSON_EXISTS, row -> row.getInt(1), event.submitter())
                .isEmpty()) {
            return new WriteResult.Refused(Refusal.NO_SUCH_PERSON);
        }
        int address = Rows.insert(connection, event.address());
        int id = Rows.insert(
                connection,
                Table.EVENT,
                event.title(),
                event.summary(),
                event.description(),
                event.submitter(),
                address,
                0,
                0,
                event.telephone(),
                event.timeZone(),
                event.startsAt().getEpochSecond(),
                event.createdAt().getEpochSecond());
        for (int tag : tags) {
            Rows.write(connection, TAG_EVENT, id, tag);
        }
        // Last, since other requests wait for the locks on popular tags.
        for (int tag : tags) {
            Rows.write(connection, USE_TAG, tag);
        }
        return new WriteResult.Done(id);
    }

    static WriteResult attend(Connection connection, int event, int person) throws SQLException {
        return unlessThere(
                Refusal.ALREADY_ATTENDING,
                () -> Rows.write(connection, ATTEND, event, person) == 1
                        ? new WriteResult.Done(event)
                        : new WriteResult.Refused(Refusal.NO_SUCH_EVENT));
    }

    static WriteResult addComment(Connection connection, int event, int person, String text, int rating, Instant now)
            throws SQLException {
        int id = Rows.insert(connection, Table.COMMENT, event, person, text, rating, now.getEpochSecond());
        return Rows.write(connection, RATE, rating, event) == 1
                ? new WriteResult.Done(id)
                : new WriteResult.Refused(Refusal.NO_SUCH_EVENT);
    }

    static WriteResult askFriend(Connection connection, int person, String friendName) throws SQLException {
        Optional<Integer> friend = PersonQueries.id(connection, friendName);
        if (friend.isEmpty()) {
            return new WriteResult.Refused(Refusal.NO_SUCH_PERSON);
        }
        if (friend.get() == person) {
            return new WriteResult.Refused(Refusal.SAME_PERSON);
        }
        if (Rows.first(connection, BOND, row -> row.getInt(1), friend.get(), person)
                .isPresent()) {
            return new WriteResult.Refused(Refusal.ALREADY_ASKED);
        }
        return unlessThere(Refusal.ALREADY_ASKED, () -> {
            Rows.write(connection, ASK, person, friend.get());
            return new WriteResult.Done(friend.get());
        });
    }

    static WriteResult acceptFriend(Connection connection, int person, String askerName) throws SQLException {
        Optional<Integer> asker = PersonQueries.id(connection, askerName);
        if (asker.isEmpty()) {
            return new WriteResult.Refused(Refusal.NO_SUCH_PERSON);
        }
        return Rows.write(connection, ACCEPT, asker.get(), person) == 1
                ? new WriteResult.Done(asker.get())
                : new WriteResult.Refused(Refusal.NOT_ASKED);
    }

    @FunctionalInterface
    private interface Attempt {
        WriteResult write() throws SQLException;
    }

    private static WriteResult unlessThere(Refusal why, Attempt attempt) throws SQLException {
        try {
            return attempt.write();
        } catch (SQLException e) {
            if (Dialect.isDuplicate(e)) {
                return new WriteResult.Refused(why);
            }
            throw e;
        }
    }
}
