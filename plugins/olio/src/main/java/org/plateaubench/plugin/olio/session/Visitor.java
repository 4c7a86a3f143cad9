// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.session;

import org.jspecify.annotations.Nullable;

/** What one emulated user remembers from operation to operation. User-confined. */
public final class Visitor {
    private final int number;
    private @Nullable String userName;
    private int account;
    private @Nullable String event;

    /**
     * Somebody who has not been on the site.
     *
     * @param number of the user over all agents, from 0
     */
    public Visitor(int number) {
        this.number = number;
    }

    /** Number of the user over all agents, from 0. */
    public int number() {
        return number;
    }

    /** Name that the user is signed in with, null for not at all. */
    public @Nullable String userName() {
        return userName;
    }

    /** Whether the user is signed in. */
    public boolean isSignedIn() {
        return userName != null;
    }

    /** Number of the person that the user is signed in as, or was last; 0 before. */
    public int account() {
        return account;
    }

    /** The user has signed in as the person of a number. */
    public void signedIn(String name, int person) {
        userName = name;
        account = person;
    }

    /** The user has signed out, or the site has forgotten it. */
    public void signedOut() {
        userName = null;
    }

    /** Number of the event that the user would look at, null for none. */
    public @Nullable String event() {
        return event;
    }

    /** The user has chosen an event. */
    public void chose(@Nullable String newEvent) {
        event = newEvent;
    }
}
