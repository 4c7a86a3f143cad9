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
        return database.ask("upcoming events", connection -> EventReading.upcoming(connection, from, page));
    }

    @Override
    public List<Tag> cloud() {
        return database.ask("the tag cloud", EventReading::cloud);
    }

    @Override
    public Listing<EventSummary> tagged(String tag, Instant from, int page) {
        return database.ask("events of a tag", connection -> EventReading.tagged(connection, tag, from, page));
    }

    @Override
    public Optional<EventDetail> event(int event) {
        return database.ask("an event", connection -> EventReading.event(connection, event));
    }

    @Override
    public Optional<Profile> person(String userName) {
        return database.ask("a person", connection -> PersonReading.profile(connection, userName));
    }

    @Override
    public Optional<PersonLink> signIn(String userName, String password) {
        return database.ask("a sign-in", connection -> PersonReading.signIn(connection, userName, password));
    }

    @Override
    public boolean isFree(String userName) {
        return database.ask("a name", connection -> PersonReading.id(connection, userName))
                .isEmpty();
    }

    @Override
    public Written addPerson(NewPerson person) {
        return database.transaction("adding a person", connection -> Writing.addPerson(connection, person));
    }

    @Override
    public Written addEvent(NewEvent event) {
        List<Integer> tags = database.ask("tags", connection -> Writing.tagIds(connection, event.tags()));
        return database.transaction("adding an event", connection -> Writing.addEvent(connection, event, tags));
    }

    @Override
    public Written attend(int event, int person) {
        return database.ask("attending", connection -> Writing.attend(connection, event, person));
    }

    @Override
    public Written addComment(int event, int person, String text, int rating, Instant now) {
        return database.transaction(
                "a comment", connection -> Writing.addComment(connection, event, person, text, rating, now));
    }

    @Override
    public Written askFriend(int person, String friend) {
        return database.ask("a request", connection -> Writing.askFriend(connection, person, friend));
    }

    @Override
    public Written acceptFriend(int person, String asker) {
        return database.ask("an answer", connection -> Writing.acceptFriend(connection, person, asker));
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
