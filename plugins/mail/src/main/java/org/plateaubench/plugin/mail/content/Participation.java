// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import org.plateaubench.api.Draws;

/** The answer of an attendee (RFC 5545, 3.2.12). */
public enum Participation {
    /** Accepted. */
    ACCEPTED,
    /** Declined. */
    DECLINED,
    /** Tentative. */
    TENTATIVE;

    /** Returns the answer of some draws: 80 % accept, 10 % decline, 10 % are tentative. */
    public static Participation draw(Draws draws) {
        double point = draws.uniform(Purpose.EVENT, 20);
        if (point < 0.8) {
            return ACCEPTED;
        }
        return point < 0.9 ? DECLINED : TENTATIVE;
    }
}
