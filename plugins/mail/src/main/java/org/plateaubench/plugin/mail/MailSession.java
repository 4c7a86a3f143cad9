// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.dav.DavConnections;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailParameters;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadContext;

/**
 * The state that users of one agent share: the site and its clients, the messages in transit, and the counters.
 * Thread-safe.
 */
record MailSession(
        MailParameters parameters,
        int users,
        long dataSeed,
        MailSite site,
        MailSockets sockets,
        @Nullable DavConnections dav,
        AgentCounters agentCounters,
        Tokens tokens,
        DeliveryLedger deliveries) {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);

    /** No time limit for an answer here: the operation timeout of the plan aborts the connection. */
    private static final Duration NO_DEADLINE = Duration.ofHours(24);

    private static final int AGENTS = 1 << 20;

    static MailSession of(WorkloadContext<MailParameters> context) {
        MailSite site = new MailSite(context.requiredSut());
        AgentCounters agentCounters = new AgentCounters();
        Tokens tokens = new Tokens(
                System.currentTimeMillis(), ThreadLocalRandom.current().nextInt(AGENTS));
        return new MailSession(
                context.parameters(),
                context.users(),
                context.dataSeed(),
                site,
                new MailSockets(site),
                context.parameters().groupware() ? new DavConnections(site, CONNECT_TIMEOUT, NO_DEADLINE) : null,
                agentCounters,
                tokens,
                new DeliveryLedger(tokens, DeliveryLedger.DEFAULT_CAPACITY, agentCounters));
    }

    /** Registers the counters of a user, and with the first user the shared ones. */
    void begin(UserContext user, BooleanSupplier isConnected) {
        user.gauge(MailMeasure.CONNECTIONS.title(), () -> isConnected.getAsBoolean() ? 1 : 0);
        if (agentCounters.registerIfFirst(user)) {
            user.gauge(MailMeasure.IDLE_WATCHES.title(), agentCounters::idleWatches);
            user.gauge(MailMeasure.DELIVERIES_OUTSTANDING.title(), deliveries::inTransit);
        }
    }

    Account account(int user) {
        return site.account(user + 1);
    }

    /** Returns whether a user is notified of new mail: a function of the data's seed. */
    boolean isNotified(int user) {
        return Draws.of(KeyedRandom.key(KeyedRandom.key(dataSeed, "announced"), user))
                .chance(0, 0, parameters.idleShare() / 100.0);
    }

    void close() {
        if (dav != null) {
            dav.close();
        }
    }
}
