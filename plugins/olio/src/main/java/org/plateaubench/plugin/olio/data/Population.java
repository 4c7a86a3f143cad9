// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import java.util.function.DoubleSupplier;

/**
 * Friendships and attendances of the loaded data: a pure function of scale and seed. Distributions are those of Olio's
 * loaders, all uniform except for the tags. Immutable.
 */
public final class Population {
    private static final int MIN_FRIENDS = 2;
    private static final int MAX_FRIENDS = 28;
    private static final int MIN_ATTENDEES = 10;
    private static final int MAX_ATTENDEES = 100;
    private static final int MAX_COMMENTS = 20;
    private static final int MAX_TAGS = 7;
    private static final double MEAN_TAG_AS_SHARE_OF_TAGS = 0.1;
    private static final int MAX_REDRAWS = 10;
    private static final int MIN_RATING = 2;
    private static final int MAX_RATING = 5;

    private final Scale scale;
    private final int users;
    private final int tags;
    private final long seed;

    public Population(Scale scale, long seed) {
        this.scale = scale;
        this.users = scale.users();
        this.tags = scale.tags();
        this.seed = seed;
    }

    public Scale scale() {
        return scale;
    }

    /**
     * Returns the users to whom a user has sent a friend request, 2 to 28. The first has agreed, the second not yet,
     * and so on alternately.
     */
    public int[] friendsOf(int user) {
        KeyedDraws draws = KeyedDraws.of(seed, "friends", user);
        return draws.distinct(draws.between(MIN_FRIENDS, MAX_FRIENDS), users, user);
    }

    /** Returns whether the friend at this index of {@link #friendsOf} has agreed. */
    public static boolean hasAgreed(int index) {
        return index % 2 == 0;
    }

    /** Returns the tags of an event, 1 to 7. */
    public int[] tagsOf(int event) {
        KeyedDraws draws = KeyedDraws.of(seed, "event tags", event);
        return tags(draws.between(1, MAX_TAGS), tags, draws::unit);
    }

    /** Returns the attendees of an event, 10 to 100 users. */
    public int[] attendeesOf(int event) {
        KeyedDraws draws = KeyedDraws.of(seed, "attendees", event);
        return draws.distinct(draws.between(MIN_ATTENDEES, MAX_ATTENDEES), users, 0);
    }

    public int submitterOf(int event) {
        return KeyedDraws.of(seed, "submitter", event).between(1, users);
    }

    /** Returns the address of an event, which is a user's address: loaded events have no separate one. */
    public int addressOf(int event) {
        return KeyedDraws.of(seed, "event address", event).between(1, users);
    }

    /** Returns the authors of an event's comments, 0 to 20, oldest first. */
    public int[] authorsOf(int event) {
        KeyedDraws draws = KeyedDraws.of(seed, "comments", event);
        int[] authors = new int[draws.between(0, MAX_COMMENTS)];
        for (int i = 0; i < authors.length; i++) {
            authors[i] = draws.between(1, users);
        }
        return authors;
    }

    /** Returns the ratings of an event's comments, 2 to 5. */
    public int[] ratingsOf(int event) {
        KeyedDraws draws = KeyedDraws.of(seed, "ratings", event);
        int[] ratings = new int[authorsOf(event).length];
        for (int i = 0; i < ratings.length; i++) {
            ratings[i] = draws.between(MIN_RATING, MAX_RATING);
        }
        return ratings;
    }

    /** Returns the counts of the loaded data, exact and not estimated. */
    public Counts counts() {
        long friendships = 0;
        for (int user = 1; user <= users; user++) {
            friendships += KeyedDraws.of(seed, "friends", user).between(MIN_FRIENDS, MAX_FRIENDS);
        }
        int events = scale.events();
        long eventTags = 0;
        long attendances = 0;
        long comments = 0;
        for (int event = 1; event <= events; event++) {
            eventTags += KeyedDraws.of(seed, "event tags", event).between(1, MAX_TAGS);
            attendances += KeyedDraws.of(seed, "attendees", event).between(MIN_ATTENDEES, MAX_ATTENDEES);
            comments += KeyedDraws.of(seed, "comments", event).between(0, MAX_COMMENTS);
        }
        return new Counts(users, users, friendships, tags, events, eventTags, attendances, comments);
    }

    /**
     * Draws a tag by popularity: its number is exponentially distributed, with a tenth of {@code tags} as the mean. A
     * number larger than {@code tags} is redrawn, at most ten times.
     */
    public static int tag(int tags, DoubleSupplier units) {
        for (int attempt = 0; attempt < MAX_REDRAWS; attempt++) {
            double drawn = -MEAN_TAG_AS_SHARE_OF_TAGS * tags * Math.log(1 - units.getAsDouble());
            if (drawn < tags) {
                return 1 + (int) drawn;
            }
        }
        return 1;
    }

    /** Draws different tags of an event; {@code count} is at most {@code tags}. */
    public static int[] tags(int count, int tags, DoubleSupplier units) {
        int[] drawn = new int[count];
        for (int i = 0; i < count; i++) {
            int next = tag(tags, units);
            for (int attempt = 0; attempt < MAX_REDRAWS && KeyedDraws.contains(drawn, i, next); attempt++) {
                next = tag(tags, units);
            }
            while (KeyedDraws.contains(drawn, i, next)) {
                next = next % tags + 1;
            }
            drawn[i] = next;
        }
        return drawn;
    }
}
