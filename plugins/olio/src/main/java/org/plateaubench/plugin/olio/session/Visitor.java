// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.session;

import org.jspecify.annotations.Nullable;

/** What one emulated user remembers from operation to operation. User-confined. */
public final class Visitor {
    private final int number;
    private @Nullable String userName;
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

    /** The user has signed in. */
    public void signedIn(String name) {
        userName = name;
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
