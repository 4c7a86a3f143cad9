// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.smtp;

import java.time.Duration;
import java.util.List;

/**
 * How often and when a message is tried again that was refused for now, all within one operation.
 *
 * @param pauses before each further try, in order; none for no further try
 */
public record RetryPolicy(List<Duration> pauses) {
    /** Three tries, after one second and after five more. */
    public static final RetryPolicy STANDARD = new RetryPolicy(List.of(Duration.ofSeconds(1), Duration.ofSeconds(5)));

    /** Copies the pauses. */
    public RetryPolicy {
        pauses = List.copyOf(pauses);
    }
}
