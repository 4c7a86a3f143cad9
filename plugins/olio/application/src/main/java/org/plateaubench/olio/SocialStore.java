// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.plateaubench.olio.Database.StoreException;
import org.plateaubench.olio.EventDetail.Address;
import org.plateaubench.olio.EventDetail.Comment;
import org.plateaubench.olio.EventDetail.Coordinates;
import org.plateaubench.olio.EventDetail.EventSummary;
import org.plateaubench.olio.EventDetail.Listing;
import org.plateaubench.olio.EventDetail.PersonLink;
import org.plateaubench.olio.EventDetail.SocialEvent;
import org.plateaubench.olio.EventDetail.Tag;
import org.plateaubench.olio.PersonDetail.Person;
import org.plateaubench.plugin.olio.data.PersonForm;
import org.plateaubench.plugin.olio.data.PersonForm.AddressForm;
import org.plateaubench.plugin.olio.data.PersonForm.EventForm;
import org.plateaubench.process.database.Sql;

/**
 * The data of the site, in a relational database. Thread-safe; each call takes one connection of the pool, and waits
 * while all are in use. Every method throws {@link StoreException} when the database fails, and {@link Refused} for a
 * write that the rules of the site do not allow; then nothing is written.
 */
final class SocialStore {
    static final int CLOUD_TAGS = 50;
    private static final int CLOUD_SIZES = 5;

    private static final String ADDRESS_COLUMNS =
            "a.street1, a.street2, a.city, a.state, a.zip, a.country, a.latitude, a.longitude";
    private static final String SUMMARY_COLUMNS = "e.id, e.title, e.summary, e.starts_at";
    private static final String UPCOMING = "SELECT " + SUMMARY_COLUMNS
            + " FROM olio_event e WHERE e.starts_at >= ? ORDER BY e.starts_at, e.id LIMIT ? OFFSET ?";
    private static final String TAG_ID = "SELECT id FROM olio_tag WHERE name = ?";
    private static final String TAGGED = "SELECT " + SUMMARY_COLUMNS
            + " FROM olio_event_tag x JOIN olio_event e ON e.id = x.event_id WHERE x.tag_id = ? AND e.starts_at >= ?"
            + " ORDER BY e.starts_at, e.id LIMIT ? OFFSET ?";
    private static final String CLOUD = "SELECT name, uses FROM olio_tag WHERE uses > 0 ORDER BY uses DESC, id LIMIT ?";
    private static final String EVENT = "SELECT " + SUMMARY_COLUMNS
            + ", e.description, p.id, p.user_name, e.score_total, e.votes, e.telephone, e.time_zone, e.created_at, "
            + ADDRESS_COLUMNS + " FROM olio_event e JOIN olio_person p ON p.id = e.submitter_id"
            + " JOIN olio_address a ON a.id = e.address_id WHERE e.id = ?";
    private static final String ATTENDEES = "SELECT p.id, p.user_name FROM olio_attendance t"
            + " JOIN olio_person p ON p.id = t.person_id WHERE t.event_id = ? ORDER BY p.user_name";
    private static final String TAGS = "SELECT g.name FROM olio_event_tag x JOIN olio_tag g ON g.id = x.tag_id"
            + " WHERE x.event_id = ? ORDER BY g.name";
    private static final String COMMENTS = "SELECT c.id, p.id, p.user_name, c.body, c.rating, c.created_at"
            + " FROM olio_comment c JOIN olio_person p ON p.id = c.person_id WHERE c.event_id = ? ORDER BY c.id";

    private static final String PERSON = "SELECT p.id, p.user_name, p.first_name, p.last_name, p.email, p.telephone,"
            + " p.summary, p.time_zone, " + ADDRESS_COLUMNS
            + " FROM olio_person p JOIN olio_address a ON a.id = p.address_id WHERE p.user_name = ?";
    private static final String PERSON_ID = "SELECT id FROM olio_person WHERE user_name = ?";
    private static final String SIGN_IN = "SELECT id, user_name FROM olio_person WHERE user_name = ? AND password = ?";
    private static final String POSTED = "SELECT " + SUMMARY_COLUMNS
            + " FROM olio_event e WHERE e.submitter_id = ? ORDER BY e.created_at DESC, e.id DESC LIMIT ?";
    private static final String SENT_REQUESTS = "SELECT p.id, p.user_name, f.accepted FROM olio_friendship f"
            + " JOIN olio_person p ON p.id = f.friend_id WHERE f.person_id = ?";
    private static final String RECEIVED_REQUESTS = "SELECT p.id, p.user_name, f.accepted FROM olio_friendship f"
            + " JOIN olio_person p ON p.id = f.person_id WHERE f.friend_id = ?";

    private static final String USE_TAG = "UPDATE olio_tag SET uses = uses + 1 WHERE id = ?";
    private static final String TAG_EVENT = "INSERT INTO olio_event_tag (event_id, tag_id) VALUES (?, ?)";
    private static final String PERSON_EXISTS = "SELECT id FROM olio_person WHERE id = ?";
    private static final String ATTEND = "INSERT INTO olio_attendance (event_id, person_id, origin)"
            + " SELECT e.id, p.id, " + Table.ADDED + " FROM olio_event e, olio_person p WHERE e.id = ? AND p.id = ?";
    private static final String RATE =
            "UPDATE olio_event SET score_total = score_total + ?, votes = votes + 1 WHERE id = ?";

    private final Database database;

    SocialStore(Database database) {
        this.database = database;
    }

    private record Friendship(PersonLink person, boolean accepted) {}

    // ---- events

    /** Returns the next events, soonest first; pages are numbered from 0. */
    Listing upcoming(Instant from, int page) {
        return database.execute(
                "upcoming events",
                connection -> Listing.of(Sql.list(
                        connection,
                        UPCOMING,
                        SocialStore::summary,
                        from.getEpochSecond(),
                        Listing.PAGE_EVENTS + 1,
                        (long) page * Listing.PAGE_EVENTS)));
    }

    /** Returns the future events of a tag, soonest first; empty for an unused tag. Pages are numbered from 0. */
    Listing tagged(String tag, Instant from, int page) {
        return database.execute("events of a tag", connection -> {
            Optional<Integer> id = tagId(connection, tag);
            if (id.isEmpty()) {
                return Listing.of(List.of());
            }
            return Listing.of(Sql.list(
                    connection,
                    TAGGED,
                    SocialStore::summary,
                    id.get(),
                    from.getEpochSecond(),
                    Listing.PAGE_EVENTS + 1,
                    (long) page * Listing.PAGE_EVENTS));
        });
    }

    private static Optional<Integer> tagId(Connection connection, String name) throws SQLException {
        return Sql.first(connection, TAG_ID, row -> row.getInt(1), name);
    }

    /**
     * Returns the tag cloud, by name: the more a tag is used, the larger, on a logarithmic scale, since use falls off
     * exponentially.
     */
    List<Tag> cloud() {
        List<Tag> tags = database.execute(
                "the tag cloud",
                connection ->
                        Sql.list(connection, CLOUD, row -> new Tag(row.getString(1), row.getInt(2), 1), CLOUD_TAGS));
        double min = Math.log(tags.stream().mapToInt(Tag::uses).min().orElse(1));
        double max = Math.log(tags.stream().mapToInt(Tag::uses).max().orElse(1));
        double range = Math.max(1e-9, max - min);
        return tags.stream()
                .map(tag -> new Tag(
                        tag.name(),
                        tag.uses(),
                        1 + (int) Math.round((Math.log(tag.uses()) - min) / range * (CLOUD_SIZES - 1))))
                .sorted(Comparator.comparing(Tag::name))
                .toList();
    }

    EventDetail event(int id) {
        return database.execute(
                "an event",
                connection -> new EventDetail(
                        Sql.first(connection, EVENT, SocialStore::event, id).orElseThrow(Refused::notFound),
                        Sql.list(connection, ATTENDEES, SocialStore::link, id),
                        Sql.list(connection, TAGS, row -> new Tag(row.getString(1), 0, 1), id),
                        Sql.list(connection, COMMENTS, SocialStore::comment, id)));
    }

    private static SocialEvent event(ResultSet row) throws SQLException {
        return new SocialEvent(
                summary(row),
                row.getString(5),
                new PersonLink(row.getInt(6), row.getString(7)),
                address(row, 13),
                row.getInt(8),
                row.getInt(9),
                row.getString(10),
                row.getString(11),
                Instant.ofEpochSecond(row.getLong(12)));
    }

    private static Comment comment(ResultSet row) throws SQLException {
        return new Comment(
                row.getInt(1),
                new PersonLink(row.getInt(2), row.getString(3)),
                row.getString(4),
                row.getInt(5),
                Instant.ofEpochSecond(row.getLong(6)));
    }

    /** Posts an event, with its address and tags; new tags are created. Returns the number of the event. */
    int addEvent(int submitter, EventForm event, Coordinates place, List<String> tags, Instant now) {
        SortedSet<Integer> ids = tagIds(tags);
        return database.transaction("adding an event", connection -> {
            if (Sql.list(connection, PERSON_EXISTS, row -> true, submitter).isEmpty()) {
                throw Refused.notSignedIn();
            }
            int address = insert(connection, event.address(), place);
            long startsAt = event.startsAt().atZone(ZoneId.of(event.timeZone())).toEpochSecond();
            int id = insert(
                    connection,
                    Table.EVENT,
                    row(event, submitter, address, new int[0], startsAt, now.getEpochSecond()));
            for (int tag : ids) {
                Sql.write(connection, TAG_EVENT, id, tag);
            }
            // Last, since other requests wait for the locks on popular tags.
            for (int tag : ids) {
                Sql.write(connection, USE_TAG, tag);
            }
            return id;
        });
    }

    private static int insert(Connection connection, AddressForm address, Coordinates place) throws SQLException {
        return insert(connection, Table.ADDRESS, row(address, place.latitude(), place.longitude()));
    }

    // ---- rows of forms, without their numbers

    static Object[] row(AddressForm form, double latitude, double longitude) {
        return new Object[] {
            form.street1(), form.street2(), form.city(), form.state(), form.zip(), form.country(), latitude, longitude
        };
    }

    static Object[] row(PersonForm form, int address) {
        return new Object[] {
            form.userName(),
            digest(form.userName(), form.password()),
            form.firstName(),
            form.lastName(),
            form.email(),
            form.telephone(),
            form.summary(),
            form.timeZone(),
            address
        };
    }

    static Object[] row(EventForm form, int submitter, int address, int[] ratings, long startsAt, long createdAt) {
        return new Object[] {
            form.title(),
            form.summary(),
            form.description(),
            submitter,
            address,
            Arrays.stream(ratings).sum(),
            ratings.length,
            form.telephone(),
            form.timeZone(),
            startsAt,
            createdAt
        };
    }

    /**
     * Returns the numbers of tags in ascending order, in which all transactions that count their use lock them. Creates
     * missing tags; each statement is a separate transaction, so that two requests for the same new tag do not
     * conflict.
     */
    private SortedSet<Integer> tagIds(List<String> names) {
        SortedSet<Integer> ids = new TreeSet<>();
        for (String name : new TreeSet<>(names)) {
            Optional<Integer> known = database.execute("a tag", connection -> tagId(connection, name));
            ids.add(known.or(() -> unlessDuplicate(
                            () -> database.execute("a new tag", connection -> insert(connection, Table.TAG, name, 0))))
                    .or(() -> database.execute("a tag of another request", connection -> tagId(connection, name)))
                    .orElseThrow());
        }
        return ids;
    }

    /** Adds a person to an event, unless they attend it already. */
    void attend(int event, int person) {
        if (unlessDuplicate(() -> database.execute(
                                "attending", connection -> Sql.write(connection, ATTEND, event, person)))
                        .orElse(1)
                == 0) {
            throw Refused.notFound();
        }
    }

    /** Adds a comment with a rating of 1 to 5 to an event. */
    void addComment(int event, int person, String text, int rating, Instant now) {
        database.transaction("a comment", connection -> {
            int id = insert(connection, Table.COMMENT, event, person, text, rating, now.getEpochSecond());
            if (Sql.write(connection, RATE, rating, event) == 0) {
                throw Refused.notFound();
            }
            return id;
        });
    }

    // ---- people

    PersonDetail person(String userName) {
        return database.execute("a person", connection -> {
            Person found =
                    Sql.first(connection, PERSON, SocialStore::person, userName).orElseThrow(Refused::notFound);
            int id = found.link().id();
            List<Friendship> sent = friendships(connection, SENT_REQUESTS, id);
            List<Friendship> received = friendships(connection, RECEIVED_REQUESTS, id);
            List<Friendship> all = new ArrayList<>(sent);
            all.addAll(received);
            return new PersonDetail(
                    found,
                    Sql.list(connection, POSTED, SocialStore::summary, id, Listing.PAGE_EVENTS),
                    links(all, true),
                    links(received, false),
                    links(sent, false));
        });
    }

    private static Person person(ResultSet row) throws SQLException {
        return new Person(
                link(row),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                row.getString(8),
                address(row, 9));
    }

    private static List<Friendship> friendships(Connection connection, String query, int id) throws SQLException {
        return Sql.list(connection, query, row -> new Friendship(link(row), row.getInt(3) == 1), id);
    }

    /** Returns the persons of friendships by name, each once: two persons may have sent requests to each other. */
    private static List<PersonLink> links(List<Friendship> friendships, boolean accepted) {
        return friendships.stream()
                .filter(friendship -> friendship.accepted() == accepted)
                .map(Friendship::person)
                .distinct()
                .sorted(Comparator.comparing(PersonLink::userName))
                .toList();
    }

    Optional<PersonLink> signIn(String userName, String password) {
        String digest = digest(userName, password);
        return database.execute(
                "a sign-in", connection -> Sql.first(connection, SIGN_IN, SocialStore::link, userName, digest));
    }

    boolean isFree(String userName) {
        return database.execute("a name", connection -> Sql.first(connection, PERSON_ID, row -> true, userName))
                .isEmpty();
    }

    /** Registers a user, whose password is stored as a digest; returns its number, empty if the name is taken. */
    Optional<Integer> addPerson(PersonForm person, Coordinates place) {
        return unlessDuplicate(() -> database.transaction("adding a person", connection -> {
            int address = insert(connection, person.address(), place);
            return insert(connection, Table.PERSON, row(person, address));
        }));
    }

    // ---- shared by both

    /** Writes a row and returns the result; empty if a row with its key exists. */
    private static <T> Optional<T> unlessDuplicate(Supplier<T> write) {
        try {
            return Optional.of(write.get());
        } catch (StoreException e) {
            if (e.isDuplicate()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Inserts a row with the columns of a table and a number from the database; returns this number. */
    private static int insert(Connection connection, Table table, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(table.insertNumbered(), new String[] {"id"})) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
            try (ResultSet keys = statement.getGeneratedKeys()) {
                keys.next();
                return keys.getInt(1);
            }
        }
    }

    private static EventSummary summary(ResultSet row) throws SQLException {
        return new EventSummary(
                row.getInt(1), row.getString(2), row.getString(3), Instant.ofEpochSecond(row.getLong(4)));
    }

    private static PersonLink link(ResultSet row) throws SQLException {
        return new PersonLink(row.getInt(1), row.getString(2));
    }

    /** Returns the address from {@link #ADDRESS_COLUMNS}, which begin at a column. */
    private static Address address(ResultSet row, int from) throws SQLException {
        return new Address(
                row.getString(from),
                row.getString(from + 1),
                row.getString(from + 2),
                row.getString(from + 3),
                row.getString(from + 4),
                row.getString(from + 5),
                new Coordinates(row.getDouble(from + 6), row.getDouble(from + 7)));
    }

    /**
     * Returns the stored digest of a password: SHA-256 of it and the user's name, 64 hexadecimal digits. A slow digest,
     * which sites with real users need, would dominate a benchmark of sign-ins; and here every password is known, since
     * it is the user's number.
     */
    static String digest(String userName, String password) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest((userName + ":" + password).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
