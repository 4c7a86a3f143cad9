// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.olio.store.SocialStore.PasswordDigest;
import org.plateaubench.plugin.olio.data.Names;
import org.plateaubench.plugin.olio.data.PersonForm;
import org.plateaubench.plugin.olio.data.PersonForm.AddressForm;
import org.plateaubench.plugin.olio.data.PersonForm.EventForm;
import org.plateaubench.plugin.olio.data.Population;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.plugin.olio.data.Texts;

/** Writes the rows of a chunk. Immutable after construction; any thread. */
final class ChunkWriter {
    private final Scale scale;
    private final LocalDate day;
    private final Texts texts;
    private final Population population;
    private final int[] tagUses;
    private final int[] firstComment;

    /** Passes once over all events, for the counts over all of them. */
    ChunkWriter(Scale scale, long seed, LocalDate day) {
        this.scale = scale;
        this.day = day;
        this.texts = new Texts(seed);
        this.population = new Population(scale, seed);
        this.tagUses = new int[scale.tags() + 1];
        this.firstComment = new int[scale.events() + 2];
        firstComment[1] = 1;
        for (int event = 1; event <= scale.events(); event++) {
            for (int tag : population.tagsOf(event)) {
                tagUses[tag]++;
            }
            firstComment[event + 1] = firstComment[event] + population.authorsOf(event).length;
        }
    }

    /** Writes the rows and returns their number, over all tables. */
    long write(Chunk chunk, Connection connection) throws SQLException {
        return switch (chunk.part()) {
            case TAGS -> tags(chunk, connection);
            case USERS -> users(chunk, connection);
            case EVENTS -> events(chunk, connection);
        };
    }

    private long tags(Chunk chunk, Connection connection) throws SQLException {
        int last = chunk.last(scale);
        try (RowSink tags = new RowSink(connection, Table.TAG)) {
            for (int tag = chunk.first(); tag <= last; tag++) {
                tags.row(tag, Names.tagName(tag), tagUses[tag]);
            }
            tags.flush();
        }
        return last - chunk.first() + 1L;
    }

    private long users(Chunk chunk, Connection connection) throws SQLException {
        long rows = 0;
        try (RowSink addresses = new RowSink(connection, Table.ADDRESS);
                RowSink persons = new RowSink(connection, Table.PERSON);
                RowSink friendships = new RowSink(connection, Table.FRIENDSHIP)) {
            for (int user = chunk.first(); user <= chunk.last(scale); user++) {
                PersonForm form = texts.person(user);
                address(addresses, user, form.address());
                persons.row(
                        user,
                        form.userName(),
                        PasswordDigest.of(form.userName(), form.password()),
                        form.firstName(),
                        form.lastName(),
                        form.email(),
                        form.telephone(),
                        form.summary(),
                        form.timeZone(),
                        user);
                int[] friends = population.friendsOf(user);
                for (int i = 0; i < friends.length; i++) {
                    friendships.row(user, friends[i], Population.hasAgreed(i) ? 1 : 0, Table.LOADED);
                }
                rows += 2 + friends.length;
            }
            addresses.flush();
            persons.flush();
            friendships.flush();
        }
        return rows;
    }

    private void address(RowSink addresses, int user, AddressForm form) throws SQLException {
        addresses.row(
                user,
                form.street1(),
                form.street2(),
                form.city(),
                form.state(),
                form.zip(),
                form.country(),
                texts.latitude(user),
                texts.longitude(user));
    }

    private long events(Chunk chunk, Connection connection) throws SQLException {
        long rows = 0;
        try (RowSink events = new RowSink(connection, Table.EVENT);
                RowSink tags = new RowSink(connection, Table.EVENT_TAG);
                RowSink attendances = new RowSink(connection, Table.ATTENDANCE);
                RowSink comments = new RowSink(connection, Table.COMMENT)) {
            for (int event = chunk.first(); event <= chunk.last(scale); event++) {
                event(events, event);
                rows += 1 + comments(comments, event);
                for (int tag : population.tagsOf(event)) {
                    tags.row(event, tag);
                    rows++;
                }
                for (int person : population.attendeesOf(event)) {
                    attendances.row(event, person, Table.LOADED);
                    rows++;
                }
            }
            events.flush();
            tags.flush();
            attendances.flush();
            comments.flush();
        }
        return rows;
    }

    private void event(RowSink events, int event) throws SQLException {
        EventForm form = texts.event(event, day);
        int[] ratings = population.ratingsOf(event);
        int score = 0;
        for (int rating : ratings) {
            score += rating;
        }
        events.row(
                event,
                form.title(),
                form.summary(),
                form.description(),
                population.submitterOf(event),
                population.addressOf(event),
                score,
                ratings.length,
                form.telephone(),
                form.timeZone(),
                seconds(form.startsAt()),
                seconds(createdAt(event)));
    }

    private LocalDateTime createdAt(int event) {
        return texts.createdAt(event, day);
    }

    /** Writes the comments: the first an hour after the event was posted, and each further one an hour later. */
    private int comments(RowSink comments, int event) throws SQLException {
        int[] authors = population.authorsOf(event);
        int[] ratings = population.ratingsOf(event);
        for (int i = 0; i < authors.length; i++) {
            comments.row(
                    firstComment[event] + i,
                    event,
                    authors[i],
                    texts.comment(event, i),
                    ratings[i],
                    seconds(createdAt(event).plusHours(i + 1L)));
        }
        return authors.length;
    }

    private static long seconds(LocalDateTime time) {
        return time.toEpochSecond(ZoneOffset.UTC);
    }

    /**
     * The rows of one transaction.
     *
     * @param first number of the first row, from 1
     */
    record Chunk(Part part, int first) {
        /** Rows that are loaded together. */
        enum Part {
            TAGS(10_000),
            /** Users with their addresses and friendships. */
            USERS(1_000),
            /** Events with their tags, attendees and comments. */
            EVENTS(200);

            private final int rows;

            Part(int rows) {
                this.rows = rows;
            }

            int rows(Scale scale) {
                return switch (this) {
                    case TAGS -> scale.tags();
                    case USERS -> scale.users();
                    case EVENTS -> scale.events();
                };
            }
        }

        static List<Chunk> all(Scale scale) {
            List<Chunk> chunks = new ArrayList<>();
            for (Part part : Part.values()) {
                for (int first = 1; first <= part.rows(scale); first += part.rows) {
                    chunks.add(new Chunk(part, first));
                }
            }
            return chunks;
        }

        /** Returns the number of the last row. */
        int last(Scale scale) {
            return Math.min(first + part.rows - 1, part.rows(scale));
        }
    }

    /** Writes rows of one table in batches. One thread. */
    static final class RowSink implements AutoCloseable {
        private static final int ROWS = 1_000;

        private final PreparedStatement insert;
        private int rows;

        RowSink(Connection connection, Table table) throws SQLException {
            this.insert = connection.prepareStatement(table.insert());
        }

        void row(Object... values) throws SQLException {
            for (int i = 0; i < values.length; i++) {
                insert.setObject(i + 1, values[i]);
            }
            insert.addBatch();
            rows++;
            if (rows == ROWS) {
                flush();
            }
        }

        void flush() throws SQLException {
            if (rows > 0) {
                insert.executeBatch();
                rows = 0;
            }
        }

        @Override
        public void close() throws SQLException {
            insert.close();
        }
    }
}
