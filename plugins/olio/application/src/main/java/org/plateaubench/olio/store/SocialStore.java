// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.plateaubench.plugin.olio.data.Counts;

/**
 * The data of the site. Any thread; each call takes one connection of the pool and waits for one when all are in use.
 * Every method throws {@link StoreException} when the database fails, and then has written nothing.
 */
public interface SocialStore extends AutoCloseable {
    /** Events on one page of a list. */
    int PAGE_EVENTS = 10;

    /** Number of tags in the cloud. */
    int CLOUD_TAGS = 50;

    /**
     * Returns the next events, soonest first.
     *
     * @param page number of the page, from 0
     */
    Listing<EventSummary> upcoming(Instant from, int page);

    /** Returns the most used tags, by name. */
    List<Tag> cloud();

    /**
     * Returns the future events of a tag, soonest first; empty for an unused tag.
     *
     * @param page number of the page, from 0
     */
    Listing<EventSummary> tagged(String tag, Instant from, int page);

    /** Returns an event with the content of its page. */
    Optional<EventDetail> event(int event);

    /** Returns a person with the content of their page. */
    Optional<PersonDetail> person(String userName);

    /** Returns the person with this name and password. */
    Optional<PersonLink> signIn(String userName, String password);

    /** Returns whether a name is free. */
    boolean isFree(String userName);

    /** Registers a user; {@link WriteResult.Refusal#NAME_TAKEN}. */
    WriteResult addPerson(NewPerson person);

    /** Posts an event, with its address and tags; {@link WriteResult.Refusal#NO_SUCH_PERSON}. */
    WriteResult addEvent(NewEvent event);

    /** Adds a person to an event; {@link WriteResult.Refusal#NO_SUCH_EVENT}, {@link WriteResult.Refusal#ALREADY_ATTENDING}. */
    WriteResult attend(int event, int person);

    /**
     * Adds a comment to an event; {@link WriteResult.Refusal#NO_SUCH_EVENT}.
     *
     * @param rating 1 to 5
     */
    WriteResult addComment(int event, int person, String text, int rating, Instant now);

    /**
     * Asks a person to be a friend; {@link WriteResult.Refusal#NO_SUCH_PERSON}, {@link WriteResult.Refusal#SAME_PERSON}, {@link
     * WriteResult.Refusal#ALREADY_ASKED}.
     */
    WriteResult askFriend(int person, String friend);

    /** Accepts a request to be a friend; {@link WriteResult.Refusal#NO_SUCH_PERSON}, {@link WriteResult.Refusal#NOT_ASKED}. */
    WriteResult acceptFriend(int person, String asker);

    /** Counts the rows of each kind. */
    Counts counts();

    /** Releases the connections. */
    @Override
    void close();
}
