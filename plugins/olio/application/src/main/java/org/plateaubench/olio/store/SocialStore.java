// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.plateaubench.olio.store.Database.StoreException;
import org.plateaubench.olio.store.EventDetail.Comment;
import org.plateaubench.olio.store.EventDetail.Coordinates;
import org.plateaubench.olio.store.EventDetail.Listing;
import org.plateaubench.olio.store.EventDetail.PersonLink;
import org.plateaubench.olio.store.EventDetail.SocialEvent;
import org.plateaubench.olio.store.EventDetail.Tag;
import org.plateaubench.olio.store.PersonDetail.Person;
import org.plateaubench.olio.store.WriteResult.Refusal;
import org.plateaubench.plugin.olio.data.Counts;
import org.plateaubench.plugin.olio.data.PersonForm;
import org.plateaubench.plugin.olio.data.PersonForm.AddressForm;
import org.plateaubench.plugin.olio.data.PersonForm.EventForm;
import org.plateaubench.process.database.Sql;

/**
 * The data of the site, in a relational database. Any thread; each call takes one connection of the pool and waits for one
 * when all are in use. Every method throws {@link StoreException} when the database fails, and then has written nothing.
 */
public final class SocialStore implements AutoCloseable {
    static final int CLOUD_TAGS = 50;
    private static final int CLOUD_SIZES = 5;

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

    private static final String PERSON = "SELECT p.id, p.user_name, p.first_name, p.last_name, p.email, p.telephone,"
            + " p.summary, p.time_zone, " + Rows.ADDRESS_COLUMNS
            + " FROM olio_person p JOIN olio_address a ON a.id = p.address_id WHERE p.user_name = ?";
    private static final String PERSON_ID = "SELECT id FROM olio_person WHERE user_name = ?";
    private static final String SIGN_IN = "SELECT id, user_name, password FROM olio_person WHERE user_name = ?";
    private static final String POSTED = "SELECT " + Rows.SUMMARY_COLUMNS
            + " FROM olio_event e WHERE e.submitter_id = ? ORDER BY e.created_at DESC, e.id DESC LIMIT ?";
    private static final String ASKED = "SELECT p.id, p.user_name, f.accepted FROM olio_friendship f"
            + " JOIN olio_person p ON p.id = f.friend_id WHERE f.person_id = ?";
    private static final String ASKED_BY = "SELECT p.id, p.user_name, f.accepted FROM olio_friendship f"
            + " JOIN olio_person p ON p.id = f.person_id WHERE f.friend_id = ?";

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

    private final Database database;

    /** Creates the store in a database with tables, which it closes at its end. */
    public SocialStore(Database database) {
        this.database = database;
    }

    private record Bond(PersonLink other, boolean accepted) {}

    private record Login(PersonLink link, String digest) {}

    // ---- events

    /** Returns the next events, soonest first; pages are numbered from 0. */
    public Listing upcoming(Instant from, int page) {
        return database.ask(
                "upcoming events",
                connection -> Listing.of(Sql.list(
                        connection,
                        UPCOMING,
                        Rows::summary,
                        from.getEpochSecond(),
                        Listing.PAGE_EVENTS + 1,
                        (long) page * Listing.PAGE_EVENTS)));
    }

    /** Returns the future events of a tag, soonest first; empty for an unused tag. Pages are numbered from 0. */
    public Listing tagged(String tag, Instant from, int page) {
        return database.ask("events of a tag", connection -> {
            Optional<Integer> id = tagId(connection, tag);
            if (id.isEmpty()) {
                return Listing.of(List.of());
            }
            return Listing.of(Sql.list(
                    connection,
                    TAGGED,
                    Rows::summary,
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
    public List<Tag> cloud() {
        List<Tag> tags = database.ask(
                "the tag cloud",
                connection ->
                        Sql.list(connection, CLOUD, row -> new Tag(row.getString(1), row.getInt(2), 1), CLOUD_TAGS));
        double least = Math.log(tags.stream().mapToInt(Tag::uses).min().orElse(1));
        double most = Math.log(tags.stream().mapToInt(Tag::uses).max().orElse(1));
        double range = Math.max(1e-9, most - least);
        return tags.stream()
                .map(tag -> new Tag(
                        tag.name(),
                        tag.uses(),
                        1 + (int) Math.round((Math.log(tag.uses()) - least) / range * (CLOUD_SIZES - 1))))
                .sorted(Comparator.comparing(Tag::name))
                .toList();
    }

    public Optional<EventDetail> event(int id) {
        return database.ask("an event", connection -> {
            Optional<SocialEvent> event = Sql.first(connection, EVENT, SocialStore::event, id);
            if (event.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(new EventDetail(
                    event.get(),
                    Sql.list(connection, ATTENDEES, Rows::link, id),
                    Sql.list(connection, TAGS, row -> new Tag(row.getString(1), 0, 1), id),
                    Sql.list(connection, COMMENTS, SocialStore::comment, id)));
        });
    }

    private static SocialEvent event(ResultSet row) throws SQLException {
        return new SocialEvent(
                Rows.summary(row),
                row.getString(5),
                new PersonLink(row.getInt(6), row.getString(7)),
                Rows.address(row, 13),
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

    /** Posts an event, with its address and tags, of which new ones are created; {@link Refusal#NO_SUCH_PERSON}. */
    public WriteResult addEvent(int submitter, EventForm event, Coordinates place, List<String> tags, Instant now) {
        List<Integer> ids = database.ask("tags", connection -> tagIds(connection, tags));
        return database.transaction("adding an event", connection -> {
            if (Sql.first(connection, PERSON_EXISTS, row -> row.getInt(1), submitter)
                    .isEmpty()) {
                return new WriteResult.Refused(Refusal.NO_SUCH_PERSON);
            }
            int address = insert(connection, event.address(), place);
            int id = Rows.insert(
                    connection,
                    Table.EVENT,
                    event.title(),
                    event.summary(),
                    event.description(),
                    submitter,
                    address,
                    0,
                    0,
                    event.telephone(),
                    event.timeZone(),
                    event.startsAt().atZone(ZoneId.of(event.timeZone())).toEpochSecond(),
                    now.getEpochSecond());
            for (int tag : ids) {
                Sql.write(connection, TAG_EVENT, id, tag);
            }
            // Last, since other requests wait for the locks on popular tags.
            for (int tag : ids) {
                Sql.write(connection, USE_TAG, tag);
            }
            return new WriteResult.Done(id);
        });
    }

    private static int insert(Connection connection, AddressForm address, Coordinates place) throws SQLException {
        return Rows.insert(
                connection,
                Table.ADDRESS,
                address.street1(),
                address.street2(),
                address.city(),
                address.state(),
                address.zip(),
                address.country(),
                place.latitude(),
                place.longitude());
    }

    /**
     * Returns the numbers of tags in ascending order, in which all transactions that count their use lock them. Creates
     * missing tags; each statement is a separate transaction, so that two requests for the same new tag do not
     * conflict.
     */
    private static List<Integer> tagIds(Connection connection, List<String> names) throws SQLException {
        SortedSet<Integer> ids = new TreeSet<>();
        for (String name : new TreeSet<>(names)) {
            Optional<Integer> known = tagId(connection, name);
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
                return tagId(connection, name).orElseThrow(() -> e);
            }
            throw e;
        }
    }

    /** Adds a person to an event; {@link Refusal#NO_SUCH_EVENT}, {@link Refusal#ALREADY_ATTENDING}. */
    public WriteResult attend(int event, int person) {
        return database.ask(
                "attending",
                connection -> unlessThere(
                        Refusal.ALREADY_ATTENDING,
                        () -> Sql.write(connection, ATTEND, event, person) == 1
                                ? new WriteResult.Done(event)
                                : new WriteResult.Refused(Refusal.NO_SUCH_EVENT)));
    }

    /** Adds a comment with a rating of 1 to 5 to an event; {@link Refusal#NO_SUCH_EVENT}. */
    public WriteResult addComment(int event, int person, String text, int rating, Instant now) {
        return database.transaction("a comment", connection -> {
            int id = Rows.insert(connection, Table.COMMENT, event, person, text, rating, now.getEpochSecond());
            return Sql.write(connection, RATE, rating, event) == 1
                    ? new WriteResult.Done(id)
                    : new WriteResult.Refused(Refusal.NO_SUCH_EVENT);
        });
    }

    // ---- people

    public Optional<PersonDetail> person(String userName) {
        return database.ask("a person", connection -> {
            Optional<Person> found = Sql.first(connection, PERSON, SocialStore::person, userName);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            int id = found.get().link().id();
            List<Bond> asked = bonds(connection, ASKED, id);
            List<Bond> askedBy = bonds(connection, ASKED_BY, id);
            List<Bond> all = new ArrayList<>(asked);
            all.addAll(askedBy);
            return Optional.of(new PersonDetail(
                    found.get(),
                    Sql.list(connection, POSTED, Rows::summary, id, Listing.PAGE_EVENTS),
                    links(all, true),
                    links(askedBy, false),
                    links(asked, false)));
        });
    }

    private static Person person(ResultSet row) throws SQLException {
        return new Person(
                Rows.link(row),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                row.getString(8),
                Rows.address(row, 9));
    }

    private static List<Bond> bonds(Connection connection, String query, int id) throws SQLException {
        return Sql.list(connection, query, row -> new Bond(Rows.link(row), row.getInt(3) == 1), id);
    }

    /** Returns the links; two persons may have asked each other. */
    private static List<PersonLink> links(List<Bond> bonds, boolean accepted) {
        return bonds.stream()
                .filter(bond -> bond.accepted() == accepted)
                .map(Bond::other)
                .distinct()
                .sorted(Comparator.comparing(PersonLink::userName))
                .toList();
    }

    public Optional<PersonLink> signIn(String userName, String password) {
        return database.ask(
                        "a sign-in",
                        connection -> Sql.first(
                                connection, SIGN_IN, row -> new Login(Rows.link(row), row.getString(3)), userName))
                .filter(login -> PasswordDigest.matches(login.digest(), userName, password))
                .map(Login::link);
    }

    public boolean isFree(String userName) {
        return database.ask("a name", connection -> id(connection, userName)).isEmpty();
    }

    private static Optional<Integer> id(Connection connection, String userName) throws SQLException {
        return Sql.first(connection, PERSON_ID, row -> row.getInt(1), userName);
    }

    /** Registers a user, whose password is stored as a digest; {@link Refusal#NAME_TAKEN}. */
    public WriteResult addPerson(PersonForm person, Coordinates place) {
        return database.transaction("adding a person", connection -> {
            int address = insert(connection, person.address(), place);
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
        });
    }

    /**
     * Asks a person to be a friend; {@link Refusal#NO_SUCH_PERSON}, {@link Refusal#SAME_PERSON}, {@link
     * Refusal#ALREADY_ASKED}.
     */
    public WriteResult askFriend(int person, String friendName) {
        return database.ask("a request", connection -> {
            Optional<Integer> friend = id(connection, friendName);
            if (friend.isEmpty()) {
                return new WriteResult.Refused(Refusal.NO_SUCH_PERSON);
            }
            if (friend.get() == person) {
                return new WriteResult.Refused(Refusal.SAME_PERSON);
            }
            if (Sql.first(connection, BOND, row -> row.getInt(1), friend.get(), person)
                    .isPresent()) {
                return new WriteResult.Refused(Refusal.ALREADY_ASKED);
            }
            return unlessThere(Refusal.ALREADY_ASKED, () -> {
                Sql.write(connection, ASK, person, friend.get());
                return new WriteResult.Done(friend.get());
            });
        });
    }

    /** Accepts a request to be a friend; {@link Refusal#NO_SUCH_PERSON}, {@link Refusal#NOT_ASKED}. */
    public WriteResult acceptFriend(int person, String askerName) {
        return database.ask("an answer", connection -> {
            Optional<Integer> asker = id(connection, askerName);
            if (asker.isEmpty()) {
                return new WriteResult.Refused(Refusal.NO_SUCH_PERSON);
            }
            return Sql.write(connection, ACCEPT, asker.get(), person) == 1
                    ? new WriteResult.Done(asker.get())
                    : new WriteResult.Refused(Refusal.NOT_ASKED);
        });
    }

    // ---- both

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

    public Counts counts() {
        return Schema.counts(database);
    }

    @Override
    public void close() {
        database.close();
    }

    /**
     * The stored digest of a password: SHA-256 of it and the user's name. A slow digest, which sites with real users need,
     * would dominate a benchmark of sign-ins; and here every password is known, since it is the user's number.
     */
    public static final class PasswordDigest {
        private PasswordDigest() {}

        /** Returns 64 hexadecimal digits. */
        public static String of(String userName, String password) {
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256")
                        .digest((userName + ":" + password).getBytes(StandardCharsets.UTF_8));
                return HexFormat.of().formatHex(digest);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every JDK has SHA-256", e);
            }
        }

        static boolean matches(String digest, String userName, String password) {
            return MessageDigest.isEqual(
                    digest.getBytes(StandardCharsets.US_ASCII),
                    of(userName, password).getBytes(StandardCharsets.US_ASCII));
        }
    }
}
