// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import org.plateaubench.testkit.CountingUser;

/** A user of a test, with its counts. */
public final class TestUser extends CountingUser {
    /** Creates a user with a number from 0. */
    public TestUser(int user) {
        super(user);
    }

    /** Returns the value of a counter. */
    public long counted(OlioMeasure measure) {
        return counted(measure.title());
    }
}
