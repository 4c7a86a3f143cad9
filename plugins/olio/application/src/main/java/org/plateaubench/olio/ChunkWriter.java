// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.olio.data.Names;
import org.plateaubench.plugin.olio.data.PersonForm;
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

    /** Creates a writer; counts the tags and comments of all events, which rows of other chunks depend on. */
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

    /** The rows of one transaction, the first of which has the number {@code first}, counted from 1. */
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

        int last(Scale scale) {
            return Math.min(first + part.rows - 1, part.rows(scale));
        }
    }

    /** Inserts of rows in batches over one connection. Not thread-safe. */
    private static final class Rows implements AutoCloseable {
        private static final int BATCH_ROWS = 1_000;

        private final Connection connection;
        private final Map<Table, PreparedStatement> inserts = new EnumMap<>(Table.class);
        private long written;

        Rows(Connection connection) {
            this.connection = connection;
        }

        void addNumbered(Table table, int number, Object... values) throws SQLException {
            add(table, Stream.concat(Stream.of(number), Arrays.stream(values)).toArray());
        }

        void add(Table table, Object... values) throws SQLException {
            @Nullable PreparedStatement insert = inserts.get(table);
            if (insert == null) {
                insert = connection.prepareStatement(table.insert());
                inserts.put(table, insert);
            }
            for (int i = 0; i < values.length; i++) {
                insert.setObject(i + 1, values[i]);
            }
            insert.addBatch();
            written++;
            if (written % BATCH_ROWS == 0) {
                flush();
            }
        }

        private void flush() throws SQLException {
            for (PreparedStatement insert : inserts.values()) {
                insert.executeBatch();
            }
        }

        /** Inserts the remaining rows; returns the number of all rows. */
        long finish() throws SQLException {
            flush();
            return written;
        }

        @Override
        public void close() throws SQLException {
            for (PreparedStatement insert : inserts.values()) {
                insert.close();
            }
        }
    }

    /** Writes the rows and returns their number, over all tables. */
    long write(Chunk chunk, Connection connection) throws SQLException {
        try (Rows rows = new Rows(connection)) {
            for (int number = chunk.first(); number <= chunk.last(scale); number++) {
                switch (chunk.part()) {
                    case TAGS -> rows.add(Table.TAG, number, Names.tagName(number), tagUses[number]);
                    case USERS -> user(number, rows);
                    case EVENTS -> event(number, rows);
                }
            }
            return rows.finish();
        }
    }

    private void user(int user, Rows rows) throws SQLException {
        PersonForm form = texts.person(user);
        rows.addNumbered(
                Table.ADDRESS, user, SocialStore.row(form.address(), texts.latitude(user), texts.longitude(user)));
        rows.addNumbered(Table.PERSON, user, SocialStore.row(form, user));
        int[] friends = population.friendsOf(user);
        for (int i = 0; i < friends.length; i++) {
            rows.add(Table.FRIENDSHIP, user, friends[i], Population.hasAgreed(i) ? 1 : 0);
        }
    }

    private void event(int event, Rows rows) throws SQLException {
        EventForm form = texts.event(event, day);
        int[] ratings = population.ratingsOf(event);
        LocalDateTime createdAt = texts.createdAt(event, day);
        rows.addNumbered(
                Table.EVENT,
                event,
                SocialStore.row(
                        form,
                        population.submitterOf(event),
                        population.addressOf(event),
                        ratings,
                        seconds(form.startsAt()),
                        seconds(createdAt)));
        int[] authors = population.authorsOf(event);
        for (int i = 0; i < authors.length; i++) {
            // The first comment was written an hour after the event was posted, and each further one an hour later.
            rows.add(
                    Table.COMMENT,
                    firstComment[event] + i,
                    event,
                    authors[i],
                    texts.comment(event, i),
                    ratings[i],
                    seconds(createdAt.plusHours(i + 1L)));
        }
        for (int tag : population.tagsOf(event)) {
            rows.add(Table.EVENT_TAG, event, tag);
        }
        for (int person : population.attendeesOf(event)) {
            rows.add(Table.ATTENDANCE, event, person, Table.LOADED);
        }
    }

    private static long seconds(LocalDateTime time) {
        return time.toEpochSecond(ZoneOffset.UTC);
    }
}
