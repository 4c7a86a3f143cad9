// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import org.plateaubench.api.Draws;

/** What an attendee answers (RFC 5545, 3.2.12). */
public enum Participation {
    /** Comes. */
    ACCEPTED,
    /** Does not come. */
    DECLINED,
    /** May come. */
    TENTATIVE;

    /** The answer of some draws: 80 % come, 10 % do not, 10 % may. */
    public static Participation draw(Draws draws) {
        double point = draws.uniform(Purpose.EVENT, 20);
        if (point < 0.8) {
            return ACCEPTED;
        }
        return point < 0.9 ? DECLINED : TENTATIVE;
    }

    /** As on the wire. */
    String title() {
        return name();
    }
}
