// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.session;

import org.jspecify.annotations.Nullable;

/** The state of one emulated user between operations. Not thread-safe. */
public final class Visitor {
    private final int number;
    private @Nullable String userName;
    private int account;
    private @Nullable String event;

    /**
     * Creates a user who has not visited the site.
     *
     * @param number number of the user over all agents, from 0
     */
    public Visitor(int number) {
        this.number = number;
    }

    /** Returns the number of the user over all agents, from 0. */
    public int number() {
        return number;
    }

    public @Nullable String userName() {
        return userName;
    }

    public boolean isSignedIn() {
        return userName != null;
    }

    /** Returns the number of the person that the user is or was last signed in as; 0 before. */
    public int account() {
        return account;
    }

    /** Records that the user has signed in as the person of a number. */
    public void signedIn(String name, int person) {
        userName = name;
        account = person;
    }

    /** Records that the user has signed out, or that the site has ended the session. */
    public void signedOut() {
        userName = null;
    }

    /** Returns the number of the event that the user would open, null for none. */
    public @Nullable String event() {
        return event;
    }

    public void chose(@Nullable String newEvent) {
        event = newEvent;
    }
}
