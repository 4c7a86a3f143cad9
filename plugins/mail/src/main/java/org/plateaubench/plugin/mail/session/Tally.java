// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.session;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.plateaubench.api.MeasureDefinition.Kind;
import org.plateaubench.plugin.mail.dav.DavCount;
import org.plateaubench.plugin.mail.dav.DavEvent;
import org.plateaubench.plugin.mail.delivery.CopyIdentity;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.UserContext.Counter;

/** The counters of the workload, shared by all users of an agent. Any thread. */
public final class Tally implements DavCount {
    private final Map<MailMeasure, Counter> counters = new EnumMap<>(MailMeasure.class);

    private final Acknowledged copies;

    /** Creates the counters through any user. */
    public Tally(UserContext user) {
        copies = user.acknowledged(CopyIdentity.KIND);
        for (MailMeasure measure : MailMeasure.values()) {
            if (measure.kind() == Kind.COUNTER) {
                counters.put(measure, user.counter(measure.title()));
            }
        }
    }

    public void add(MailMeasure measure, long amount) {
        if (amount != 0) {
            Objects.requireNonNull(counters.get(measure)).add(amount);
        }
    }

    /** Counts a message that submission has accepted for a recipient. */
    public void accepted(int account, String token) {
        copies.held(CopyIdentity.of(account, CopyIdentity.hash(token)));
    }

    /** Counts a copy that a recipient has removed, or may have. */
    public void removed(int account, int tokenHash) {
        copies.released(CopyIdentity.of(account, tokenHash));
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
            case CONNECTED, REPEATED, REDIRECTED -> {
                // Handled by the connection.
            }
        }
    }
}
