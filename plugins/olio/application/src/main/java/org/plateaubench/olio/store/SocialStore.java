// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.plateaubench.plugin.olio.data.Counts;

/**
 * The data of the site, in a relational database. Any thread; each call takes one connection of the pool and waits for one
 * when all are in use. Every method throws {@link StoreException} when the database fails, and then has written nothing.
 */
public final class SocialStore implements AutoCloseable {
    private final Database database;

    /** Creates the store in a database with tables, which it closes at its end. */
    public SocialStore(Database database) {
        this.database = database;
    }

    /**
     * Returns the next events, soonest first.
     *
     * @param page number of the page, from 0
     */
    public Listing<EventSummary> upcoming(Instant from, int page) {
        return database.ask("upcoming events", connection -> EventQueries.upcoming(connection, from, page));
    }

    /** Returns the most used tags, by name. */
    public List<Tag> cloud() {
        return database.ask("the tag cloud", EventQueries::cloud);
    }

    /**
     * Returns the future events of a tag, soonest first; empty for an unused tag.
     *
     * @param page number of the page, from 0
     */
    public Listing<EventSummary> tagged(String tag, Instant from, int page) {
        return database.ask("events of a tag", connection -> EventQueries.tagged(connection, tag, from, page));
    }

    /** Returns an event with the content of its page. */
    public Optional<EventDetail> event(int event) {
        return database.ask("an event", connection -> EventQueries.event(connection, event));
    }

    /** Returns a person with the content of their page. */
    public Optional<PersonDetail> person(String userName) {
        return database.ask("a person", connection -> PersonQueries.profile(connection, userName));
    }

    /** Returns the person with this name and password. */
    public Optional<PersonLink> signIn(String userName, String password) {
        return database.ask("a sign-in", connection -> PersonQueries.signIn(connection, userName, password));
    }

    /** Returns whether a name is free. */
    public boolean isFree(String userName) {
        return database.ask("a name", connection -> PersonQueries.id(connection, userName))
                .isEmpty();
    }

    /** Registers a user; {@link WriteResult.Refusal#NAME_TAKEN}. */
    public WriteResult addPerson(NewPerson person) {
        return database.transaction("adding a person", connection -> WriteStatements.addPerson(connection, person));
    }

    /** Posts an event, with its address and tags; {@link WriteResult.Refusal#NO_SUCH_PERSON}. */
    public WriteResult addEvent(NewEvent event) {
        List<Integer> tags = database.ask("tags", connection -> WriteStatements.tagIds(connection, event.tags()));
        return database.transaction("adding an event", connection -> WriteStatements.addEvent(connection, event, tags));
    }

    /** Adds a person to an event; {@link WriteResult.Refusal#NO_SUCH_EVENT}, {@link WriteResult.Refusal#ALREADY_ATTENDING}. */
    public WriteResult attend(int event, int person) {
        return database.ask("attending", connection -> WriteStatements.attend(connection, event, person));
    }

    /**
     * Adds a comment to an event; {@link WriteResult.Refusal#NO_SUCH_EVENT}.
     *
     * @param rating 1 to 5
     */
    public WriteResult addComment(int event, int person, String text, int rating, Instant now) {
        return database.transaction(
                "a comment", connection -> WriteStatements.addComment(connection, event, person, text, rating, now));
    }

    /**
     * Asks a person to be a friend; {@link WriteResult.Refusal#NO_SUCH_PERSON}, {@link WriteResult.Refusal#SAME_PERSON}, {@link
     * WriteResult.Refusal#ALREADY_ASKED}.
     */
    public WriteResult askFriend(int person, String friend) {
        return database.ask("a request", connection -> WriteStatements.askFriend(connection, person, friend));
    }

    /** Accepts a request to be a friend; {@link WriteResult.Refusal#NO_SUCH_PERSON}, {@link WriteResult.Refusal#NOT_ASKED}. */
    public WriteResult acceptFriend(int person, String asker) {
        return database.ask("an answer", connection -> WriteStatements.acceptFriend(connection, person, asker));
    }

    /** Counts the rows of each kind. */
    public Counts counts() {
        return Schema.counts(database);
    }

    /** Releases the connections. */
    @Override
    public void close() {
        database.close();
    }
}
