// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

/**
 * The amount of data for a number of concurrent users, as in Olio's drivers: 100 registered users for each concurrent
 * one, and tags and events that saturate at 5,000 and 15,000. Rows are numbered from 1.
 */
public record Scale(int concurrentUsers) {
    /** Least number of users; below it there are too few tags and events for a meaningful mix. */
    public static final int MIN_CONCURRENT_USERS = 25;

    /** Maximum number of users, so that the numbers of loaded and added users fit into 32 bits. */
    public static final int MAX_CONCURRENT_USERS = 5_000_000;

    /** Registered users per emulated user, whose accounts they are. */
    public static final int USERS_PER_CONCURRENT_USER = 100;

    private static final int EVENTS_PER_TAG = 3;
    private static final double MAX_TAGS = 5_000;
    private static final double SATURATION_USERS = 10_000;

    public Scale {
        if (concurrentUsers < MIN_CONCURRENT_USERS || concurrentUsers > MAX_CONCURRENT_USERS) {
            throw new IllegalArgumentException("concurrent users must be " + MIN_CONCURRENT_USERS + " to "
                    + MAX_CONCURRENT_USERS + ": " + concurrentUsers);
        }
    }

    /** Returns the smallest scale that serves this number of concurrent users. */
    public static Scale forUsers(int concurrentUsers) {
        return new Scale(Math.max(MIN_CONCURRENT_USERS, concurrentUsers));
    }

    public int users() {
        return concurrentUsers * USERS_PER_CONCURRENT_USER;
    }

    /** Returns the number of tags: 5000 (1 - e^-x) / (1 + e^-x) with x = registered users / 10,000. */
    public int tags() {
        double decay = Math.exp(-users() / SATURATION_USERS);
        return (int) Math.round(MAX_TAGS * (1 - decay) / (1 + decay));
    }

    public int events() {
        return EVENTS_PER_TAG * tags();
    }
}
