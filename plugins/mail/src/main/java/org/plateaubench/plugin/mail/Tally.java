// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.dav.DavCount;
import org.plateaubench.plugin.mail.dav.DavEvent;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.UserContext.Counter;

/** The counters of one user, each made when it is first needed: most users of a short run need few. Any thread of the driver. */
final class Tally implements DavCount {
    private static final int MEASURES = MailMeasure.values().length;

    private final UserContext user;
    private final @Nullable Counter[] counters = new Counter[MEASURES];

    Tally(UserContext user) {
        this.user = user;
    }

    void add(MailMeasure measure, long amount) {
        if (amount != 0) {
            counter(measure).add(amount);
        }
    }

    /** Two threads may make the same one, of which either does. */
    private Counter counter(MailMeasure measure) {
        Counter known = counters[measure.ordinal()];
        if (known == null) {
            known = user.counter(measure.title());
            counters[measure.ordinal()] = known;
        }
        return known;
    }

    @Override
    public void exchanged(long sentBytes, long receivedBytes) {
        add(MailMeasure.BYTES_OUT, sentBytes);
        add(MailMeasure.BYTES_IN, receivedBytes);
    }

    @Override
    public void happened(DavEvent event) {
        switch (event) {
            case FREE_BUSY_BY_OUTBOX, FREE_BUSY_BY_QUERY -> add(MailMeasure.FREE_BUSY_FALLBACKS, 1);
            case ETAG_FETCHED -> add(MailMeasure.ETAGS_FETCHED, 1);
            case CONNECTED, REPEATED -> {
                // A matter of the connection.
            }
        }
    }
}
