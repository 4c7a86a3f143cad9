// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.plateaubench.plugin.olio.data.Counts;

/** The site's data in a relational database. */
public final class JdbcStore implements SocialStore {
    private final Database database;

    /** Creates the store in a database with tables, which it closes at its end. */
    public JdbcStore(Database database) {
        this.database = database;
    }

    @Override
    public Listing<EventSummary> upcoming(Instant from, int page) {
        return database.ask("upcoming events", connection -> EventQueries.upcoming(connection, from, page));
    }

    @Override
    public List<Tag> cloud() {
        return database.ask("the tag cloud", EventQueries::cloud);
    }

    @Override
    public Listing<EventSummary> tagged(String tag, Instant from, int page) {
        return database.ask("events of a tag", connection -> EventQueries.tagged(connection, tag, from, page));
    }

    @Override
    public Optional<EventDetail> event(int event) {
        return database.ask("an event", connection -> EventQueries.event(connection, event));
    }

    @Override
    public Optional<PersonDetail> person(String userName) {
        return database.ask("a person", connection -> PersonQueries.profile(connection, userName));
    }

    @Override
    public Optional<PersonLink> signIn(String userName, String password) {
        return database.ask("a sign-in", connection -> PersonQueries.signIn(connection, userName, password));
    }

    @Override
    public boolean isFree(String userName) {
        return database.ask("a name", connection -> PersonQueries.id(connection, userName))
                .isEmpty();
    }

    @Override
    public WriteResult addPerson(NewPerson person) {
        return database.transaction("adding a person", connection -> WriteStatements.addPerson(connection, person));
    }

    @Override
    public WriteResult addEvent(NewEvent event) {
        List<Integer> tags = database.ask("tags", connection -> WriteStatements.tagIds(connection, event.tags()));
        return database.transaction("adding an event", connection -> WriteStatements.addEvent(connection, event, tags));
    }

    @Override
    public WriteResult attend(int event, int person) {
        return database.ask("attending", connection -> WriteStatements.attend(connection, event, person));
    }

    @Override
    public WriteResult addComment(int event, int person, String text, int rating, Instant now) {
        return database.transaction(
                "a comment", connection -> WriteStatements.addComment(connection, event, person, text, rating, now));
    }

    @Override
    public WriteResult askFriend(int person, String friend) {
        return database.ask("a request", connection -> WriteStatements.askFriend(connection, person, friend));
    }

    @Override
    public WriteResult acceptFriend(int person, String asker) {
        return database.ask("an answer", connection -> WriteStatements.acceptFriend(connection, person, asker));
    }

    @Override
    public Counts counts() {
        return Schema.counts(database);
    }

    @Override
    public void close() {
        database.close();
    }
}
