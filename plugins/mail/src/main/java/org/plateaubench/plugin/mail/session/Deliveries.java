// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.session;

import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.mail.delivery.DeliveryEvent;
import org.plateaubench.plugin.mail.delivery.DeliveryLedger;
import org.plateaubench.plugin.mail.delivery.DeliveryListener;
import org.plateaubench.plugin.mail.delivery.Tokens;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.smtp.Submitted;
import org.plateaubench.plugin.mail.smtp.Submitted.Fate;
import org.plateaubench.spi.UserContext;

/**
 * The tokens of an agent's messages, and the times at which they reach users with notification of new mail. Any thread.
 */
public final class Deliveries implements DeliveryListener {
    private static final Outcome NOT_ANNOUNCED =
            Outcome.error(Outcome.TIMEOUT, "a copy was not announced while its recipient waited");
    private static final int RADIX = 36;
    private static final int AGENTS = 1 << 20;
    /**
     * Agents of one run begin within this many milliseconds of each other, and later than that after the last run
     * began; agents share no name of the run.
     */
    private static final long SAME_RUN_MILLIS = 20_000;

    private final long beganMillis;
    private final String run;
    private final Tokens tokens;
    private final DeliveryLedger ledger;
    private volatile @Nullable Reporter reporter;

    private record Reporter(UserContext user, Tally tally) {}

    /** Creates the deliveries of an agent that begins now, in milliseconds since 1970. */
    public Deliveries(long nowMillis) {
        beganMillis = nowMillis;
        run = Long.toString(nowMillis, RADIX);
        tokens = Tokens.of(run, ThreadLocalRandom.current().nextInt(AGENTS));
        ledger = new DeliveryLedger(tokens, DeliveryLedger.STANDARD_CAPACITY, this);
    }

    /**
     * Sets the user that reports deliveries; any user of the workload will do, since all have the same series and
     * counters.
     */
    void reportTo(UserContext user, Tally tally) {
        reporter = new Reporter(user, tally);
    }

    /** Returns a text that distinguishes objects of this run from those of other runs. */
    public String run() {
        return run;
    }

    /** Returns the token of a new message. */
    public String token(long nowNanos) {
        return tokens.next(nowNanos);
    }

    /** Returns whether a token belongs to this run, from any agent. */
    public boolean isOurs(String token) {
        int end = token.indexOf('.');
        try {
            return end > 0 && Long.parseLong(token.substring(0, end), RADIX) > beganMillis - SAME_RUN_MILLIS;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Begins to watch a user for mail accepted after this instant; called again once the server really notifies it. */
    public void watch(int user, long sinceNanos) {
        ledger.watch(user, sinceNanos);
    }

    /** Ends the watch of a user. */
    public void unwatch(int user, long nowNanos) {
        ledger.unwatch(user, nowNanos);
    }

    /** Returns the number of copies in transit to watched users. */
    long outstanding() {
        return ledger.underWay();
    }

    /** Records that submission has accepted a message, for some of its recipients at least. */
    public void accepted(Outgoing outgoing, Submitted submitted) {
        for (int i = 0; i < outgoing.mail().recipients().size(); i++) {
            if (submitted.fate(i) == Fate.ACCEPTED) {
                ledger.accepted(outgoing.token(), outgoing.recipient(i), submitted.acceptedNanos(i));
            }
        }
    }

    /** Records that a user was notified of a message. */
    public void announced(String token, int user, long toldNanos) {
        ledger.seen(token, user, toldNanos);
    }

    @Override
    public void delivered(long acceptedNanos, long notifiedNanos) {
        Reporter known = reporter;
        if (known != null) {
            known.user().observed(MailMeasure.DELIVERY, acceptedNanos, notifiedNanos, Outcome.ok());
            known.tally().add(MailMeasure.DELIVERIES_TIMED, 1);
        }
    }

    @Override
    public void unseen(long acceptedNanos, long untilNanos) {
        Reporter known = reporter;
        if (known != null) {
            known.user().observed(MailMeasure.DELIVERY, acceptedNanos, untilNanos, NOT_ANNOUNCED);
        }
    }

    @Override
    public void happened(DeliveryEvent event) {
        Reporter known = reporter;
        if (known != null) {
            known.tally().add(measure(event), 1);
        }
    }

    private static MailMeasure measure(DeliveryEvent event) {
        return switch (event) {
            case DUPLICATE -> MailMeasure.DUPLICATES;
            case LATE -> MailMeasure.DELIVERIES_LATE;
            case EARLY -> MailMeasure.DELIVERIES_EARLY;
            case FORGOTTEN -> MailMeasure.DELIVERIES_FORGOTTEN;
            case MISSED -> MailMeasure.DELIVERIES_MISSED;
        };
    }
}
