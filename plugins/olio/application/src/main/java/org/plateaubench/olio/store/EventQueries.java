// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Queries for events. */
final class EventQueries {
    /** Number of tags in the cloud. */
    static final int CLOUD_TAGS = 50;

    private static final String UPCOMING = "SELECT " + Rows.SUMMARY_COLUMNS
            + " FROM olio_event e WHERE e.starts_at >= ? ORDER BY e.starts_at, e.id LIMIT ? OFFSET ?";
    private static final String TAG_ID = "SELECT id FROM olio_tag WHERE name = ?";
    private static final String TAGGED = "SELECT " + Rows.SUMMARY_COLUMNS
            + " FROM olio_event_tag x JOIN olio_event e ON e.id = x.event_id WHERE x.tag_id = ? AND e.starts_at >= ?"
            + " ORDER BY e.starts_at, e.id LIMIT ? OFFSET ?";
    private static final String CLOUD = "SELECT name, uses FROM olio_tag WHERE uses > 0 ORDER BY uses DESC, id LIMIT ?";
    private static final String EVENT = "SELECT " + Rows.SUMMARY_COLUMNS
            + ", e.description, p.id, p.user_name, e.score_total, e.votes, e.telephone, e.time_zone, e.created_at, "
            + Rows.ADDRESS_COLUMNS + " FROM olio_event e JOIN olio_person p ON p.id = e.submitter_id"
            + " JOIN olio_address a ON a.id = e.address_id WHERE e.id = ?";
    private static final String ATTENDEES = "SELECT p.id, p.user_name FROM olio_attendance t"
            + " JOIN olio_person p ON p.id = t.person_id WHERE t.event_id = ? ORDER BY p.user_name";
    private static final String TAGS = "SELECT g.name FROM olio_event_tag x JOIN olio_tag g ON g.id = x.tag_id"
            + " WHERE x.event_id = ? ORDER BY g.name";
    private static final String COMMENTS = "SELECT c.id, p.id, p.user_name, c.body, c.rating, c.created_at"
            + " FROM olio_comment c JOIN olio_person p ON p.id = c.person_id WHERE c.event_id = ? ORDER BY c.id";

    private EventQueries() {}

    static Listing<EventSummary> upcoming(Connection connection, Instant from, int page) throws SQLException {
        return listing(Rows.list(
                connection,
                UPCOMING,
                Rows::summary,
                from.getEpochSecond(),
                Listing.PAGE_EVENTS + 1,
                (long) page * Listing.PAGE_EVENTS));
    }

    static Listing<EventSummary> tagged(Connection connection, String tag, Instant from, int page) throws SQLException {
        Optional<Integer> id = tagId(connection, tag);
        if (id.isEmpty()) {
            return new Listing<>(List.of(), false);
        }
        return listing(Rows.list(
                connection,
                TAGGED,
                Rows::summary,
                id.get(),
                from.getEpochSecond(),
                Listing.PAGE_EVENTS + 1,
                (long) page * Listing.PAGE_EVENTS));
    }

    /** Returns the number of a tag, if there is one of this name. */
    static Optional<Integer> tagId(Connection connection, String name) throws SQLException {
        return Rows.first(connection, TAG_ID, row -> row.getInt(1), name);
    }

    /** Returns the page; an additional row shows that there is a next one. */
    private static Listing<EventSummary> listing(List<EventSummary> found) {
        boolean more = found.size() > Listing.PAGE_EVENTS;
        return new Listing<>(more ? found.subList(0, Listing.PAGE_EVENTS) : found, more);
    }

    static List<Tag> cloud(Connection connection) throws SQLException {
        List<Tag> tags = Rows.list(connection, CLOUD, row -> new Tag(row.getString(1), row.getInt(2)), CLOUD_TAGS);
        tags.sort(Comparator.comparing(Tag::name));
        return List.copyOf(tags);
    }

    static Optional<EventDetail> event(Connection connection, int id) throws SQLException {
        Optional<SocialEvent> event = Rows.first(
                connection,
                EVENT,
                row -> new SocialEvent(
                        Rows.summary(row),
                        row.getString(5),
                        new PersonLink(row.getInt(6), row.getString(7)),
                        Rows.address(row, 13),
                        row.getInt(8),
                        row.getInt(9),
                        row.getString(10),
                        row.getString(11),
                        Instant.ofEpochSecond(row.getLong(12))),
                id);
        if (event.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new EventDetail(
                event.get(),
                Rows.list(connection, ATTENDEES, Rows::link, id),
                Rows.list(connection, TAGS, row -> row.getString(1), id),
                Rows.list(
                        connection,
                        COMMENTS,
                        row -> new Comment(
                                row.getInt(1),
                                new PersonLink(row.getInt(2), row.getString(3)),
                                row.getString(4),
                                row.getInt(5),
                                Instant.ofEpochSecond(row.getLong(6))),
                        id)));
    }
}
