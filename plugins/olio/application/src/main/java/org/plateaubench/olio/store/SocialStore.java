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
    /** Events on a page of a list. */
    int PAGE_EVENTS = 10;

    /** Tags in the cloud. */
    int CLOUD_TAGS = 50;

    /**
     * The next events, soonest first.
     *
     * @param page from 0
     */
    Listing<EventSummary> upcoming(Instant from, int page);

    /** The tags used most, by name. */
    List<Tag> cloud();

    /**
     * The events of a tag that are still to come, soonest first; empty for a tag that nobody has used.
     *
     * @param page from 0
     */
    Listing<EventSummary> tagged(String tag, Instant from, int page);

    /** An event with everything around it. */
    Optional<EventDetail> event(int event);

    /** A person with everything around it. */
    Optional<Profile> person(String userName);

    /** The person who has this name and this password. */
    Optional<PersonLink> signIn(String userName, String password);

    /** Whether a name is free. */
    boolean isFree(String userName);

    /** Registers somebody; {@link Written.Refusal#NAME_TAKEN}. */
    Written addPerson(NewPerson person);

    /** Posts an event, with its address and tags; {@link Written.Refusal#NO_SUCH_PERSON}. */
    Written addEvent(NewEvent event);

    /** Lets somebody go to an event; {@link Written.Refusal#NO_SUCH_EVENT}, {@link Written.Refusal#ALREADY_ATTENDING}. */
    Written attend(int event, int person);

    /**
     * Says something of an event; {@link Written.Refusal#NO_SUCH_EVENT}.
     *
     * @param rating 1 to 5
     */
    Written addComment(int event, int person, String text, int rating, Instant now);

    /**
     * Asks somebody to be a friend; {@link Written.Refusal#NO_SUCH_PERSON}, {@link Written.Refusal#SAME_PERSON},
     * {@link Written.Refusal#ALREADY_ASKED}.
     */
    Written askFriend(int person, String friend);

    /** Agrees to be a friend of somebody who asked; {@link Written.Refusal#NO_SUCH_PERSON}, {@link Written.Refusal#NOT_ASKED}. */
    Written acceptFriend(int person, String asker);

    /** Rows of each kind, counted. */
    Counts counts();

    /** Releases the connections. */
    @Override
    void close();
}
