// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import java.util.List;
import org.plateaubench.plugin.mail.imap.Arrived;
import org.plateaubench.plugin.mail.smtp.Submitted;
import org.plateaubench.spi.UserContext;

/** x. */
final class Deliveries {
    private final String run = Long.toHexString(System.currentTimeMillis());
    private final java.util.concurrent.atomic.AtomicLong next = new java.util.concurrent.atomic.AtomicLong();

    String run() {
        return run;
    }

    String token() {
        return run + "-" + next.incrementAndGet();
    }

    boolean isOurs(String token) {
        return token.startsWith(run + "-");
    }

    long outstanding() {
        return 0;
    }

    void accepted(Outgoing outgoing, Submitted submitted) {}

    void announced(String token, UserContext recipient, long toldNanos, Tally tally) {}

    void seen(List<Arrived> arrived, int user, Tally tally) {}
}
