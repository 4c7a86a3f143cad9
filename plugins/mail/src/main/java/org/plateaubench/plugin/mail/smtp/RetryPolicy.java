// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.smtp;

import java.time.Duration;
import java.util.List;

/**
 * The retries of a temporarily refused message, all within one operation.
 *
 * @param pauses pauses before each retry, in order; none for no retry
 */
public record RetryPolicy(List<Duration> pauses) {
    /** Two retries, after one second and after five more. */
    public static final RetryPolicy STANDARD = new RetryPolicy(List.of(Duration.ofSeconds(1), Duration.ofSeconds(5)));

    /** Copies the pauses. */
    public RetryPolicy {
        pauses = List.copyOf(pauses);
    }
}
