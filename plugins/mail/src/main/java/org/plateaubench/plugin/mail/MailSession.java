// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.plugin.mail.connect.Account;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.dav.DavConnections;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailParameters;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadContext;

/** What the users of one agent share: the site and its clients, the messages in transit, and the counters. Any thread. */
final class MailSession {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(15);

    /** No time limit for an answer here: the operation timeout of the plan aborts the connection. */
    private static final Duration NO_DEADLINE = Duration.ofHours(24);

    private static final int AGENTS = 1 << 20;

    private final MailParameters parameters;
    private final int users;
    private final long announcedKey;
    private final MailSite site;
    private final MailSockets sockets;
    private final @Nullable DavConnections dav;
    private final Tally tally = new Tally();
    private final Tokens tokens =
            new Tokens(System.currentTimeMillis(), ThreadLocalRandom.current().nextInt(AGENTS));
    private final DeliveryLedger deliveries = new DeliveryLedger(tokens, DeliveryLedger.STANDARD_CAPACITY, tally);

    MailSession(WorkloadContext<MailParameters> context) {
        parameters = context.parameters();
        users = context.users();
        announcedKey = KeyedRandom.key(context.dataSeed(), "announced");
        site = MailSite.of(context.requiredSut());
        sockets = new MailSockets(site);
        dav = parameters.groupware() ? new DavConnections(site, CONNECT_LIMIT, NO_DEADLINE) : null;
    }

    /** Registers what is counted of a user, and with the first user what all share. */
    void begin(UserContext user, BooleanSupplier isConnected) {
        user.gauge(MailMeasure.CONNECTIONS.title(), () -> isConnected.getAsBoolean() ? 1 : 0);
        if (tally.begin(user)) {
            user.gauge(MailMeasure.IDLE_WATCHES.title(), tally::idleWatches);
            user.gauge(MailMeasure.DELIVERIES_OUTSTANDING.title(), deliveries::underWay);
        }
    }

    MailParameters parameters() {
        return parameters;
    }

    int users() {
        return users;
    }

    Account account(int user) {
        return site.account(user + 1);
    }

    MailSockets sockets() {
        return sockets;
    }

    /** Returns calendars and contacts; empty when users have none. */
    Optional<DavConnections> dav() {
        return Optional.ofNullable(dav);
    }

    Tally tally() {
        return tally;
    }

    Tokens tokens() {
        return tokens;
    }

    DeliveryLedger deliveries() {
        return deliveries;
    }

    /** Returns whether a user is notified of new mail: a function of the data's seed. */
    boolean isAnnouncedTo(int user) {
        return Draws.of(KeyedRandom.key(announcedKey, user)).chance(0, 0, parameters.idleShare() / 100.0);
    }

    void close() {
        if (dav != null) {
            dav.close();
        }
    }
}
