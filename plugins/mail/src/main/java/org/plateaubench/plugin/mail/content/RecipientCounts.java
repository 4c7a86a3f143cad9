// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.util.Arrays;
import org.plateaubench.api.Draws;

/** The number of recipients of a message, and their choice: 1, 2, 4, 8 or 16, mean 4.02, so that 20 sent are 80 received. */
public final class RecipientCounts {
    private static final int[] COUNTS = {1, 2, 4, 8, 16};
    private static final double[] SHARES = {0.42, 0.20, 0.16, 0.12, 0.10};

    private RecipientCounts() {}

    public static int count(Draws draws) {
        double point = draws.uniform(Purpose.RECIPIENT_COUNT, 0);
        for (int i = 0; i < COUNTS.length; i++) {
            point -= SHARES[i];
            if (point < 0) {
                return COUNTS[i];
            }
        }
        return COUNTS[COUNTS.length - 1];
    }

    /**
     * Returns distinct recipients of the message of these draws, never its sender, unless there is only one user. Every
     * set of the remaining users is equally likely.
     *
     * @param sender number of the sending user, from 0
     * @param users number of users of the workload, at least 1
     */
    public static int[] draw(Draws draws, int sender, int users) {
        return draw(draws, sender, users, count(draws));
    }

    /** Draws a given number of recipients; fewer when there are not as many users. */
    public static int[] draw(Draws draws, int sender, int users, int wanted) {
        if (users <= 1) {
            return new int[] {sender};
        }
        int others = users - 1;
        int count = Math.min(wanted, others);
        int[] chosen = new int[count];
        for (int i = 0; i < count; i++) {
            // Floyd's sampling: one of the first (others - count + i + 1) users, or the last of them when it is taken
            int last = others - count + i;
            int drawn = draws.between(Purpose.RECIPIENTS, i, 0, last);
            chosen[i] = Arrays.stream(chosen, 0, i).anyMatch(other -> other == drawn) ? last : drawn;
        }
        for (int i = 0; i < count; i++) {
            chosen[i] += chosen[i] >= sender ? 1 : 0;
        }
        return chosen;
    }
}
