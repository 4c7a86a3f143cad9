// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import org.plateaubench.testkit.CountingUser;

/** A user of a test, and what was counted for it. */
public final class TestUser extends CountingUser {
    /** With a number from 0. */
    public TestUser(int user) {
        super(user);
    }

    /** The current counts. */
    public long counted(OlioMeasure measure) {
        return counted(measure.title());
    }
}
